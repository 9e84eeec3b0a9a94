/**
 * Which of many conditions does a document meet? Those that need a text in a field, such as `source = press`, are looked up by it, so ten
 * thousand of them cost little more than one; all others are tried.
 */
import type { Condition, FieldReadings } from './conditions.ts';

export class ConditionTable {
  /** By field, then by text: the names of the conditions that need it. */
  private readonly byText = new Map<string, Map<string, string[]>>();
  private readonly others: string[] = [];

  constructor(private readonly conditions: ReadonlyMap<string, Condition>) {
    for (const [name, { needs }] of conditions) {
      if (needs === undefined) this.others.push(name);
      else for (const text of needs.texts) this.namesOf(needs.field, text).push(name);
    }
  }

  /** The names of the conditions that a document meets. */
  met(fields: FieldReadings): Set<string> {
    const names = new Set(this.others);
    for (const [field, byText] of this.byText)
      for (const { text } of fields.of(field))
        for (const name of byText.get(text ?? '') ?? []) names.add(name);
    for (const name of names) if (!this.conditions.get(name)!(fields)) names.delete(name);
    return names;
  }

  private namesOf(field: string, text: string): string[] {
    const byText = this.byText.get(field) ?? new Map<string, string[]>();
    this.byText.set(field, byText);
    const names = byText.get(text) ?? [];
    byText.set(text, names);
    return names;
  }
}
