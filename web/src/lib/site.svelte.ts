/** What the pages share about the window: whether a table has it for itself. */
class Site {
  /** At a table the site's head and foot give way to the table's own bar. */
  atTable = $state(false);
}

export const site = new Site();

/** The ways through the site. */
export const WAYS: readonly [string, string][] = [
  ['/', 'Play'],
  ['/mine', 'My matches'],
  ['/rules', 'Rules'],
  ['/encyclopedia', 'Encyclopedia'],
  ['/credits', 'Credits'],
];
