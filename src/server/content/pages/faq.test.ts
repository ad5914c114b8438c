import { expect, test } from 'vitest'
import { orThrow } from '#contract/envelope.ts'
import { openShop } from '#harness/open-shop.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'

const { db, changes, pipeline, request } = await openShop({ seed: true, pages: true })
const api = pipeline.openApi(anonymousVisitor)

const pageOf = async (url: string) => String((await request({ url })).body)

test('faq/get returns groups and questions by id and by slug', async () => {
  const faq = orThrow(await api.faq.get({ id: 'faq' }))

  expect(faq).toMatchObject({
    title: 'Questions and answers',
    slug: 'faq',
    groups: [{ title: 'Orders and payment' }, { title: 'Delivery' }, {}, {}],
  })
  expect(faq.groups[1]?.items[1]).toEqual({
    id: 202,
    question: 'What does delivery cost?',
    answer:
      '<p>₹79 for orders below ₹1,499 and nothing above. Lamps and framed prints are insured at no extra cost.</p>',
  })
  expect(orThrow(await api.faq.get({ id: String(faq.id) }))).toEqual(faq)
  expect(await api.faq.get({ id: 'none' })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a changed answer is sanitised and appears once its change is noted', async () => {
  const { id, groups } = orThrow(await api.faq.get({ id: 'faq' }))
  const before = groups[0]?.items[0]?.answer ?? ''
  const answer = (text: string) =>
    db.updateTable('faq_items').set({ answer: text }).where('id', '=', 101).execute()
  await answer('<p onclick="x()">By card</p><script>alert(1)</script>')
  await noteChange(db, [`faq:${id}`])
  await changes.catchUp()

  expect(orThrow(await api.faq.get({ id: 'faq' })).groups[0]?.items[0]?.answer).toBe('<p>By card</p>')
  await answer(before)
  await noteChange(db, [`faq:${id}`])
  await changes.catchUp()
})

test('the FAQ page shows all questions with anchors and is described as an FAQ page', async () => {
  const body = await pageOf('/faq')

  expect(body.match(/<details/g)?.length).toBeGreaterThanOrEqual(19)
  expect(body).toContain('id="question-202"')
  expect(body).toContain('id="delivery"')
  expect(body).toContain('"@type":"FAQPage"')
  expect(body).toContain('"name":"What does delivery cost?"')
  expect(body).not.toContain('<meta name="robots"')
})

test('the FAQ page filters by ?q= without JavaScript', async () => {
  const body = await pageOf('/faq?q=dishwasher')

  expect(body).toContain('1 question found')
  expect(body).toMatch(/<details open=""/)
  expect(body).toContain('id="question-401"')
  expect(body).not.toContain('id="question-202"')
  expect(body).toContain('<meta name="robots" content="noindex,follow">')
  expect(await pageOf('/faq?q=zzzz')).toContain('0 questions found')
})
