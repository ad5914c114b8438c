import { expect, test } from 'vitest'
import type { SectionUpdate } from '#contract/rules/live-edit-message.ts'
import { createSectionRefresh } from './refresh-sections.ts'
import type { LoadedSection } from './section-list.ts'

const update = (title: string, more: Partial<SectionUpdate> = {}): SectionUpdate => ({
  key: 'a',
  component: 'Headline',
  settings: { title },
  is_visible: true,
  ...more,
})

/** A refresh whose loads are answered by the test, in their order. */
function open() {
  const requested: { title: unknown; token: string; answer: (loaded?: LoadedSection) => void }[] = []
  const shown: unknown[] = []
  const refresh = createSectionRefresh({
    token: 'first',
    onLoaded: ({ settings, before }) => void shown.push([settings.title, before]),
    load: ({ settings }, token) =>
      new Promise((resolve) => {
        requested.push({ title: settings.title, token, answer: resolve })
      }),
  })
  const answer = async (at: number, loaded: LoadedSection | undefined = { settings: {}, data: null }) => {
    requested[at]?.answer(loaded)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { ...refresh, requested, shown, answer, titles: () => requested.map(({ title }) => title) }
}

test('refresh loads only the last of the updates that arrive while one is loading', async () => {
  const { refresh, answer, shown, titles } = open()
  for (const title of ['M', 'Mu', 'Mug', 'Mugs']) refresh(update(title))
  expect(titles()).toEqual(['M'])
  await answer(0)
  expect(titles()).toEqual(['M', 'Mugs'])
  await answer(1)
  expect(shown).toEqual([
    ['M', undefined],
    ['Mugs', undefined],
  ])
})

test('refresh keeps the place that a skipped update named', async () => {
  const { refresh, answer, shown } = open()
  refresh(update('M'))
  refresh(update('Mu', { before: 'b' }))
  refresh(update('Mug'))
  await answer(0)
  await answer(1)
  expect(shown.at(-1)).toEqual(['Mug', 'b'])
})

test('a section that is dropped while it loads is not shown, until it is updated again', async () => {
  const { refresh, drop, answer, shown } = open()
  refresh(update('M'))
  refresh(update('Mu'))
  drop('a')
  await answer(0)
  expect(shown).toEqual([])
  refresh(update('Mug'))
  await answer(1)
  expect(shown).toEqual([['Mug', undefined]])
})

test('a refused update shows nothing, and the next one is loaded with the newest token', async () => {
  const { refresh, requested, shown } = open()
  refresh(update('M'))
  refresh(update('Mu', { token: 'second' }))
  requested[0]?.answer(undefined)
  await new Promise((resolve) => setTimeout(resolve))
  expect(shown).toEqual([])
  expect(requested.map(({ token }) => token)).toEqual(['first', 'second'])
})
