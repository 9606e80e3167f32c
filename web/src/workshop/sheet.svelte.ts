/** A card table in the making: cells, what was changed, what can be undone, and what the server finds wrong. */
import type { CardProblem, CardSheet, CheckedCards } from './calls';

export interface GridRow {
  cells: string[];
  /** The game's own card that this one was; null for a card that the game does not have. */
  own: string[] | null;
}

/** Looks a table through: the cells of a grid, or the text of a file. */
export type Check = (wish: { rows?: string[][]; text?: string }, signal: AbortSignal) => Promise<CheckedCards>;

/** The cards beside the game's own: by their key, and those that have another one by their place. */
export function beside(rows: string[][], own: string[][], key: number): GridRow[] {
  const byKey = new Map(own.map((row) => [row[key], row]));
  const taken = new Set<string[]>();
  const found = rows.map((cells): GridRow => {
    const mine = byKey.get(cells[key]);
    if (!mine || taken.has(mine)) return { cells, own: null };
    taken.add(mine);
    return { cells, own: mine };
  });
  return found.map((row, at) => {
    const mine = own[at];
    if (row.own || !mine || taken.has(mine)) return row;
    taken.add(mine);
    return { cells: row.cells, own: mine };
  });
}

export class Sheet {
  readonly columns: CardSheet['columns'];
  readonly key: number;
  readonly called: number;
  rows = $state.raw<GridRow[]>([]);
  problems = $state.raw<CardProblem[]>([]);
  notes = $state.raw<string[]>([]);
  changes = $state.raw<string[]>([]);
  /** The table as a file, once it was looked through. */
  text = $state('');
  /** Has the server looked through what is shown? */
  isChecked = $state(true);
  /** Why it could not. */
  trouble = $state('');
  #past = $state.raw<GridRow[][]>([]);
  #own: string[][];
  #check: Check;
  #asking: AbortController | null = null;

  constructor(sheet: CardSheet, check: Check) {
    this.columns = sheet.columns;
    this.key = sheet.columns.findIndex((column) => column.name === sheet.key);
    this.called = sheet.columns.findIndex((column) => column.name === sheet.called);
    this.#own = sheet.rows;
    this.#check = check;
    this.rows = beside(sheet.rows, sheet.rows, this.key);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Columns whose values are numbers stand at the right. */
  isNumber(column: number): boolean {
    return this.#own.every((row) => /^[\d.]*$/.test(row[column]!));
  }

  isChanged(row: GridRow, column: number): boolean {
    return !row.own || row.own[column] !== row.cells[column];
  }

  isOther(row: GridRow): boolean {
    return row.cells.some((_, column) => this.isChanged(row, column));
  }

  /** How many cards differ from the game's own. */
  get others(): number {
    return this.rows.filter((row) => this.isOther(row)).length;
  }

  /** The game's own cards that this table lacks. */
  get lacking(): string[][] {
    const there = new Set(this.rows.map((row) => row.own));
    return this.#own.filter((row) => !there.has(row));
  }

  problemAt(row: number, column: number): string {
    return this.problems
      .filter((one) => one.row === row && one.column === this.columns[column]!.name)
      .map((one) => one.message)
      .join('; ');
  }

  /** What is wrong with a card as a whole. */
  problemOf(row: number): string {
    return this.problems
      .filter((one) => one.row === row && !one.column)
      .map((one) => one.message)
      .join('; ');
  }

  hasProblem(row: number): boolean {
    return this.problems.some((one) => one.row === row);
  }

  /** How a card is called. */
  title(row: GridRow): string {
    return row.cells[this.called] || row.cells[this.key] || 'This card';
  }

  /** What a cell may hold, in the words of the check. */
  takes(row: GridRow, column: number): string {
    const { takes } = this.columns[column]!;
    return takes[takes.length > 1 && row.own ? this.#own.indexOf(row.own) : 0] ?? '';
  }

  set(row: number, column: number, value: string): void {
    const old = this.rows[row]!;
    if (old.cells[column] === value) return;
    const cells = old.cells.map((cell, at) => (at === column ? value : cell));
    this.#change(this.rows.map((one, at) => (at === row ? { cells, own: one.own } : one)));
  }

  /** One cell as the game has it. */
  restore(row: number, column: number): void {
    const own = this.rows[row]?.own;
    if (own) this.set(row, column, own[column]!);
  }

  takeOut(row: number): void {
    this.#change(this.rows.filter((_, at) => at !== row));
  }

  bringBack(): void {
    this.#change([...this.rows, ...this.lacking.map((row) => ({ cells: row, own: row }))]);
  }

  /** All cards as the game has them. */
  reset(): void {
    if (this.others || this.lacking.length) this.#change(beside(this.#own, this.#own, this.key));
  }

  /** What was done last is undone. */
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.rows = before;
    void this.check();
  }

  /** The cards of a file; throws, and changes nothing, if they have no place in this grid. */
  async load(text: string): Promise<void> {
    const found = await this.#check({ text }, new AbortController().signal);
    this.#change(beside(found.rows, this.#own, this.key));
  }

  /** Cards that were kept somewhere. */
  take(rows: string[][]): void {
    if (!rows.length || rows.some((row) => row.length !== this.columns.length)) return;
    this.rows = beside(rows, this.#own, this.key);
    void this.check();
  }

  get cells(): string[][] {
    return this.rows.map((row) => row.cells);
  }

  #change(rows: GridRow[]): void {
    this.#past = [...this.#past, this.rows];
    this.rows = rows;
    void this.check();
  }

  /** Let the server look it through; only the answer to the last question counts. */
  async check(): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.isChecked = false;
    this.trouble = '';
    try {
      const found = await this.#check({ rows: this.cells }, asking.signal);
      if (asking !== this.#asking) return;
      this.problems = found.problems;
      this.notes = found.notes;
      this.changes = found.changes;
      this.text = found.text;
      this.isChecked = true;
    } catch (error) {
      if (asking === this.#asking) this.trouble = (error as Error).message;
    }
  }
}
