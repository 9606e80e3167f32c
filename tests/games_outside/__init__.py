"""Games that live outside the package, as a newcomer would write them."""
