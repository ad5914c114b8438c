import type { SectionUpdate } from '#contract/rules/live-edit-message.ts'
import type { EditorSection } from './editor-content.ts'

/** A section as the frame shows it. */
export type ShownSection = Pick<EditorSection, 'key' | 'component' | 'settings'>

/** What a visitor would see of the content, whatever its schedule. */
export const shownSections = (sections: readonly EditorSection[]): ShownSection[] =>
  sections.flatMap(({ is_visible, key, component, settings }) =>
    is_visible ? [{ key, component, settings }] : [],
  )

/** The messages that change the frame from what it shows to the next sections: removals, then changes from the last to the first. */
export function frameUpdates(shown: readonly ShownSection[], next: readonly ShownSection[]): SectionUpdate[] {
  const isRetained = (key: string) => next.some((section) => section.key === key)
  const updates: SectionUpdate[] = shown.flatMap(({ key, component }) =>
    isRetained(key) ? [] : [{ key, component, settings: {}, is_visible: false }],
  )
  let current = shown.filter(({ key }) => isRetained(key))
  for (const [at, section] of [...next.entries()].reverse()) {
    const before = next[at + 1]?.key ?? null
    const place = current.findIndex(({ key }) => key === section.key)
    const isInPlace = place >= 0 && (current[place + 1]?.key ?? null) === before
    const present = current[place]
    if (isInPlace && present && isSame(present, section)) continue
    if (!isInPlace) {
      const others = current.filter(({ key }) => key !== section.key)
      const target = others.findIndex(({ key }) => key === before)
      current = others.toSpliced(target < 0 ? others.length : target, 0, section)
    }
    const { key, component, settings } = section
    updates.push({ key, component, settings, is_visible: true, ...(!isInPlace && { before }) })
  }
  return updates
}

const isSame = (a: ShownSection, b: ShownSection) =>
  a.component === b.component &&
  (a.settings === b.settings || JSON.stringify(a.settings) === JSON.stringify(b.settings))
