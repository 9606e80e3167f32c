// Looks again until the server answers; then the page that was wanted is loaded, at its own address.
const words = document.getElementById('words');
const AGAIN_MS = 2500;

async function look() {
  words.textContent = navigator.onLine ? 'The table does not answer just now.' : 'This device is offline just now.';
  try {
    const answer = await fetch('/api/health', { cache: 'no-store' });
    if (!answer.ok) return;
    if (location.pathname === '/offline.html') location.replace('/');
    else location.reload();
  } catch {
    // Still nobody.
  }
}

addEventListener('online', look);
addEventListener('offline', look);
setInterval(look, AGAIN_MS);
look();
