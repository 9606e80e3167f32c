"""HTTP and sockets: what a request may do, and what is answered."""
