import { isRecord } from '#contract/rules/own-value.ts'
import type { PageContent, SectionContent } from './page-content.ts'

/** One difference between two versions of a page. `section` is null for a field of the page itself. */
export type PageChange = {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  section: { key: string; component: string } | null
  /** Path of the changed setting, `items.0.title`; empty unless the kind is `changed`. */
  field: string
  before: unknown
  after: unknown
}

/** What changed from one version of a page to another: fields of the page, then sections in the order of the later one. */
export function comparePages(before: PageContent, after: PageContent): PageChange[] {
  const { sections: sectionsBefore, ...pageBefore } = before
  const { sections: sectionsAfter, ...pageAfter } = after
  const old = keyed(sectionsBefore)
  const present = keyed(sectionsAfter)
  const moved = movedKeys([...old.keys()], [...present.keys()])
  const whole = (
    kind: 'added' | 'removed' | 'moved',
    key: string,
    { component }: SectionContent,
  ): PageChange => ({ kind, section: { key, component }, field: '', before: null, after: null })
  return [
    ...differences(pageBefore, pageAfter, null),
    ...[...present].flatMap(([key, section]) => {
      const former = old.get(key)
      if (!former) return [whole('added', key, section)]
      return [
        ...(moved.has(key) ? [whole('moved', key, section)] : []),
        ...differences(fieldsOf(former), fieldsOf(section), { key, component: section.component }),
      ]
    }),
    ...[...old].flatMap(([key, section]) => (present.has(key) ? [] : [whole('removed', key, section)])),
  ]
}

const keyed = (sections: readonly SectionContent[]) =>
  new Map(sections.map((section, at) => [sectionKey(section, at), section]))

const fieldsOf = ({ component, is_visible, starts_at, ends_at, settings }: SectionContent) => ({
  ...settings,
  component,
  is_visible,
  starts_at,
  ends_at,
})

function differences(before: object, after: object, section: PageChange['section']): PageChange[] {
  return leaves(before, after, '').map(([field, from = null, to = null]) => ({
    kind: 'changed',
    section,
    field,
    before: from,
    after: to,
  }))
}

type Leaf = [field: string, before: unknown, after: unknown]

/** The parts that differ: of objects by name, of lists of the same length by place. */
function leaves(before: unknown, after: unknown, path: string): Leaf[] {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return []
  const within = (name: string) => (path === '' ? name : `${path}.${name}`)
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length
  const [from, to] = areLists ? [{ ...before }, { ...after }] : [before, after]
  if (!isRecord(from) || !isRecord(to)) return [[path, before, after]]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return names.flatMap((name) => leaves(from[name], to[name], within(name)))
}

/** The fewest keys that were moved: those outside the longest sequence in its former order. */
function movedKeys(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((key, at) => [key, at]))
  const retained = after.filter((key) => places.has(key))
  /** The longest sequence that ends with each key. */
  const chains: string[][] = []
  for (const [at, key] of retained.entries()) {
    const longest = chains
      .slice(0, at)
      .filter((chain) => (places.get(chain.at(-1) ?? '') ?? 0) < (places.get(key) ?? 0))
      .reduce<string[]>((best, chain) => (chain.length > best.length ? chain : best), [])
    chains.push([...longest, key])
  }
  const stayed = new Set(chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []))
  return new Set(retained.filter((key) => !stayed.has(key)))
}

/** The name of a section in the editor, in the preview and in comparisons. Without zod, because the browser loads it. */
export const sectionKey = (
  { id, key }: { id: number | null; key?: string | undefined },
  at: number,
): string => (id === null ? (key ?? `new_${at}`) : `sec_${id}`)
