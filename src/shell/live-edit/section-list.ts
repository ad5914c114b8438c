import type { SectionUpdate } from '#contract/rules/live-edit-message.ts'
import type { SectionShown } from '#sections/section.ts'
import { viewOfSection } from '#sections/section-names.ts'

/** What the server answers for a section: its settings with defaults, and its data. */
export type LoadedSection = Pick<SectionShown, 'settings' | 'data' | 'layout' | 'plugin'>

/** The sections after an update, with the section as the server has loaded it. */
export function withUpdate(
  sections: readonly SectionShown[],
  { key, component, before }: Pick<SectionUpdate, 'key' | 'component' | 'before'>,
  loaded: LoadedSection,
): SectionShown[] {
  const current = sections.find((section) => section.key === key)
  const edit = current?.edit ?? {
    id: 0,
    label: component.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  }
  const section = { ...loaded, key, component: viewOfSection(component, loaded.settings), edit }
  if (current && before === undefined) return sections.map((other) => (other.key === key ? section : other))
  return placed(without(sections, key), section, before ?? null)
}

export const without = (sections: readonly SectionShown[], key: string) =>
  sections.filter((section) => section.key !== key)

/** The sections with one moved up or down by one, and the key of the section that then follows it. Undefined at the end of the list. */
export function withMove(
  sections: readonly SectionShown[],
  key: string,
  by: -1 | 1,
): { sections: SectionShown[]; before: string | null } | undefined {
  const at = sections.findIndex((section) => section.key === key)
  const section = sections[at]
  if (!section || !sections[at + by]) return undefined
  const others = without(sections, key)
  const before = others[at + by]?.key ?? null
  return { sections: placed(others, section, before), before }
}

/** Before the section with the key, or at the end. */
function placed(sections: readonly SectionShown[], section: SectionShown, before: string | null) {
  const at = sections.findIndex((other) => other.key === before)
  return at < 0 ? [...sections, section] : sections.toSpliced(at, 0, section)
}
