// Runs before the first paint, so that the page never flashes in the wrong colours.
try {
  const theme = JSON.parse(localStorage.getItem('mesozoic.settings') || '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing.
}
