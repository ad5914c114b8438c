import { expect, test } from 'vitest'
import { filterFaq } from './filter-faq.ts'

const groups = [
  {
    id: 1,
    title: 'Delivery',
    slug: 'delivery',
    items: [
      { id: 11, question: 'How long does it take?', answer: '<p>Three days to <b>Bengaluru</b></p>' },
      { id: 12, question: 'What does it cost?', answer: '<p>₹79</p>' },
    ],
  },
  {
    id: 2,
    title: 'Care',
    slug: 'care',
    items: [{ id: 21, question: 'Café cups in the dishwasher?', answer: 'Yes' }],
  },
]
const found = (query: string) => filterFaq(groups, query).flatMap(({ items }) => items.map(({ id }) => id))

test.each([
  ['', [11, 12, 21]],
  ['  ', [11, 12, 21]],
  ['LONG', [11]],
  ['days bengaluru', [11]],
  ['cafe', [21]],
  ['cost days', []],
  ['<b>', []],
])('filterFaq finds the questions with every word of %j', (query, ids) => {
  expect(found(query)).toEqual(ids)
})

test('filterFaq leaves out groups without a match', () => {
  expect(filterFaq(groups, 'dishwasher').map(({ title }) => title)).toEqual(['Care'])
})
