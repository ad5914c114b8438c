import type { Answer } from '#admin/api.ts'
import { sectionKey } from '#contract/admin/content/compare-pages.ts'
import type { PageContent, SectionContent } from '#contract/admin/content/page-content.ts'
import type { EditablePage, SectionType } from '#contract/admin/content/pages.ts'

/** A section in the editor: every one has a key, which the preview uses too. */
export type EditorSection = Omit<SectionContent, 'key'> & { key: string }
export type EditorContent = Omit<PageContent, 'sections'> & { sections: EditorSection[] }

export type SectionTypes = { types: readonly SectionType[]; layout: Record<string, unknown> }

/** What the right column shows: a section by its key, or an area of the page. */
export type Selection = { section: string } | { area: 'page' | 'header' | 'footer' }

/** Runs a write that answers with the page, after the draft is saved. */
export type WritePage = (
  work: (ref: { id: number; revision: number }) => Promise<Answer<EditablePage>>,
) => Promise<boolean>

export const toEditor = ({ sections, ...page }: PageContent): EditorContent => ({
  ...page,
  sections: sections.map((section, at) => ({ ...section, key: sectionKey(section, at) })),
})

/** As the server stores it: only new sections are named by a key. */
export const toStored = ({ sections, ...page }: EditorContent): PageContent => ({
  ...page,
  sections: sections.map(({ key, ...section }) => (section.id === null ? { ...section, key } : section)),
})

const withSections = (content: EditorContent, change: (sections: EditorSection[]) => EditorSection[]) => ({
  ...content,
  sections: change(content.sections),
})

export const changeSection = (
  content: EditorContent,
  key: string,
  change: Partial<Omit<EditorSection, 'id' | 'key' | 'component'>>,
): EditorContent =>
  withSections(content, (sections) =>
    sections.map((section) => (section.key === key ? { ...section, ...change } : section)),
  )

/** Before the section with the key `before`, or at the end. */
export function moveSection(content: EditorContent, key: string, before: string | null): EditorContent {
  const moved = content.sections.find((section) => section.key === key)
  if (!moved || before === key) return content
  const others = content.sections.filter((section) => section.key !== key)
  const at = others.findIndex((section) => section.key === before)
  return { ...content, sections: others.toSpliced(at < 0 ? others.length : at, 0, moved) }
}

/** One place up or down; the same content at the ends of the list. */
export function moveSectionBy(content: EditorContent, key: string, by: -1 | 1): EditorContent {
  const at = content.sections.findIndex((section) => section.key === key)
  if (at < 0 || !content.sections[at + by]) return content
  const follower = by < 0 ? content.sections[at - 1] : content.sections[at + 2]
  return moveSection(content, key, follower?.key ?? null)
}

export const removeSection = (content: EditorContent, key: string): EditorContent =>
  withSections(content, (sections) => sections.filter((section) => section.key !== key))

/** A new section after the one with the key `after`, or at the end. */
export const addSection = (
  content: EditorContent,
  { key, component, settings }: { key: string; component: string; settings: Record<string, unknown> },
  after: string | null,
): EditorContent =>
  withSections(content, (sections) => {
    const at = sections.findIndex((section) => section.key === after)
    const added = { id: null, key, component, settings, is_visible: true, starts_at: null, ends_at: null }
    return sections.toSpliced(at < 0 ? sections.length : at + 1, 0, added)
  })

/** A copy with a key of its own, after its source. */
export const duplicateSection = (content: EditorContent, key: string, newKey: string): EditorContent =>
  withSections(content, (sections) =>
    sections.flatMap((section) =>
      section.key === key ? [section, { ...structuredClone(section), id: null, key: newKey }] : [section],
    ),
  )

/** A key for a new section that no other one has, also not one that is undone. */
export const newKey = () => `new_${crypto.randomUUID().slice(0, 8)}`
