import { expect, test } from 'vitest'
import { PageContent } from '#contract/admin/content/page-content.ts'
import { type EditAction, editHistory, startHistory } from './edit-history.ts'
import {
  addSection,
  changeSection,
  duplicateSection,
  moveSection,
  moveSectionBy,
  removeSection,
  toEditor,
  toStored,
} from './editor-content.ts'

const content = toEditor(
  PageContent.parse({
    name: 'Home',
    sections: [
      { id: 1, component: 'Headline', settings: { title: 'A' } },
      { id: 2, component: 'Divider' },
      { id: null, key: 'new_x', component: 'Banner' },
    ],
  }),
)
const run = (...actions: EditAction[]) => actions.reduce(editHistory, startHistory(content))
const title = (text: string, at: number): EditAction => ({
  type: 'change',
  about: 'sec_1',
  at,
  change: (before) => changeSection(before, 'sec_1', { settings: { title: text } }),
})
const keys = ({ sections }: typeof content) => sections.map(({ key }) => key)

test('typing in one section is one step, and a pause begins another', () => {
  const typed = run(title('AB', 0), title('ABC', 200), title('ABCD', 5_000))
  const once = editHistory(typed, { type: 'undo' })
  expect(once.content.sections[0]?.settings.title).toBe('ABC')
  const twice = editHistory(once, { type: 'undo' })
  expect(twice.content).toBe(content)
  expect(editHistory(twice, { type: 'undo' })).toBe(twice)
  const again = editHistory(editHistory(twice, { type: 'redo' }), { type: 'redo' })
  expect(again.content.sections[0]?.settings.title).toBe('ABCD')
})

test('a change after undo discards what could be redone, and a change to nothing is no step', () => {
  const undone = editHistory(run(title('AB', 0)), { type: 'undo' })
  const changed = editHistory(undone, title('Z', 9_000))
  expect(changed.future).toEqual([])
  expect(run({ type: 'change', at: 0, change: (same) => same }).past).toEqual([])
})

test('sections are moved, added, duplicated and removed by their keys', () => {
  expect(keys(moveSection(content, 'new_x', 'sec_1'))).toEqual(['new_x', 'sec_1', 'sec_2'])
  expect(keys(moveSection(content, 'sec_1', null))).toEqual(['sec_2', 'new_x', 'sec_1'])
  expect(keys(moveSectionBy(content, 'sec_2', 1))).toEqual(['sec_1', 'new_x', 'sec_2'])
  expect(keys(moveSectionBy(content, 'sec_2', -1))).toEqual(['sec_2', 'sec_1', 'new_x'])
  expect(moveSectionBy(content, 'sec_1', -1)).toBe(content)
  const added = addSection(content, { key: 'new_y', component: 'Story', settings: {} }, 'sec_1')
  expect(keys(added)).toEqual(['sec_1', 'new_y', 'sec_2', 'new_x'])
  const copied = duplicateSection(content, 'sec_1', 'new_z')
  expect(copied.sections[1]).toMatchObject({ id: null, key: 'new_z', settings: { title: 'A' } })
  expect(keys(removeSection(content, 'sec_2'))).toEqual(['sec_1', 'new_x'])
})

test('stored content names only new sections by a key', () => {
  expect(PageContent.parse(toStored(content))).toEqual(toStored(content))
  expect(toStored(content).sections.map(({ id, key }) => [id, key])).toEqual([
    [1, undefined],
    [2, undefined],
    [null, 'new_x'],
  ])
})
