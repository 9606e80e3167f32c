/**
 * Is a key meant for the place it was pressed in, and not for the table: a field, or a dialog that is open? A dialog that
 * was closed a moment ago still has the focus, until the browser draws the page again.
 */
export function isTyping(press: KeyboardEvent): boolean {
  const place = press.target;
  const own = 'input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable], dialog[open]';
  return press.ctrlKey || press.metaKey || press.altKey || (place instanceof Element && place.closest(own) !== null);
}
