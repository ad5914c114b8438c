import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SectionUpdate } from '#contract/rules/live-edit-message.ts'
import { frameUpdates, type ShownSection } from './frame-updates.ts'

const section = (key: string, title = ''): ShownSection => ({
  key,
  component: 'Headline',
  settings: { title },
})
const keys = (updates: SectionUpdate[]) => updates.map(({ key, before }) => [key, before])

/** What the preview does with an update, `src/shell/live-edit/section-list.ts`. */
function applied(sections: readonly ShownSection[], update: SectionUpdate): ShownSection[] {
  const { key, component, settings, is_visible, before } = update
  const others = sections.filter((other) => other.key !== key)
  if (!is_visible) return others
  const known = sections.some((other) => other.key === key)
  if (known && before === undefined)
    return sections.map((other) => (other.key === key ? { key, component, settings } : other))
  const at = others.findIndex((other) => other.key === before)
  return others.toSpliced(at < 0 ? others.length : at, 0, { key, component, settings })
}

test('typing sends one section, where it is', () => {
  const updates = frameUpdates([section('a'), section('b')], [section('a'), section('b', 'x')])
  expect(updates).toEqual([{ ...section('b', 'x'), is_visible: true }])
})

test('a section that moves down one place, is added or removed, is one message', () => {
  const [a, b, c] = [section('a'), section('b'), section('c')]
  expect(keys(frameUpdates([a, b, c], [b, a, c]))).toEqual([['a', 'c']])
  expect(keys(frameUpdates([a, c], [a, b, c]))).toEqual([['b', 'c']])
  expect(frameUpdates([a, b], [a])).toEqual([{ ...b, settings: {}, is_visible: false }])
  expect(frameUpdates([a, b], [a, b])).toEqual([])
})

test('the frame shows the next sections after the messages, whatever changed', () => {
  const list = fc.uniqueArray(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), title: fc.constantFrom('', 'x', 'y') }),
    { selector: ({ key }) => key },
  )
  fc.assert(
    fc.property(list, list, (from, to) => {
      const [shown, next] = [from, to].map((all) => all.map(({ key, title }) => section(key, title))) as [
        ShownSection[],
        ShownSection[],
      ]
      expect(frameUpdates(shown, next).reduce(applied, shown)).toEqual(next)
    }),
  )
})
