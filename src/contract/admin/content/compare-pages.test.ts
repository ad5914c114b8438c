import { expect, test } from 'vitest'
import { comparePages } from './compare-pages.ts'
import { PageContent } from './page-content.ts'

const section = (id: number, settings: object, more: object = {}) => ({
  id,
  component: 'Headline',
  settings,
  ...more,
})
const page = (sections: object[], more: object = {}) =>
  PageContent.parse({ name: 'About', sections, ...more })
const summary = (before: PageContent, after: PageContent) =>
  comparePages(before, after).map(({ kind, section, field, before: from, after: to }) =>
    [kind, section?.key ?? 'page', field, from, to].filter((part) => part !== '' && part !== null).join(' '),
  )

test('equal pages have no changes', () => {
  const one = page([section(1, { title: 'A' })])
  expect(summary(one, structuredClone(one))).toEqual([])
})

test('changed settings are named by their path, added and removed sections as a whole', () => {
  const before = page([section(1, { title: 'A', items: [{ text: 'x' }, { text: 'y' }] }), section(2, {})])
  const after = page(
    [
      section(1, { title: 'B', items: [{ text: 'x' }, { text: 'z' }] }, { is_visible: false }),
      { component: 'Divider', key: 'new_a' },
    ],
    { name: 'About us' },
  )
  expect(summary(before, after)).toEqual([
    'changed page name About About us',
    'changed sec_1 title A B',
    'changed sec_1 items.1.text y z',
    'changed sec_1 is_visible true false',
    'added new_a',
    'removed sec_2',
  ])
})

test('only the section that was dragged counts as moved', () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((id) => section(id, {})) as [object, object, object, object]
  expect(summary(page([a, b, c, d]), page([d, a, b, c]))).toEqual(['moved sec_4'])
  expect(summary(page([a, b, c, d]), page([a, c, b, d])).length).toBe(1)
})
