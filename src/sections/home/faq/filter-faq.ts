import type { Faq } from '#contract/faq.ts'

/** The questions whose question or answer contains every word of the query; without words, all. */
export function filterFaq(groups: Faq['groups'], query: string): Faq['groups'] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ question, answer }) => {
        const text = folded(`${question} ${answer.replace(/<[^<>]*>/g, ' ')}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Case and accents do not matter. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
