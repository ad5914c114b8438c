import type { CatalogIndex } from '#server/platform/kernel/catalog-index.ts'
import { type Known, misspeltNames } from './ask.ts'
import { type Times, timesOf } from './measure-listings.ts'

/** `cpuMean`: time on the processor a question, ms. */
export type SuggestionFigures = { times: Times; cpuMean: number; foundInFirstTen: number; queried: number }

/** Types the names of products with one typo each, and looks for the product among the first ten suggestions. */
export async function measureSuggestions(
  index: CatalogIndex,
  products: readonly Known[],
  howMany: number,
): Promise<SuggestionFigures> {
  const ask = (query: string) => index.suggest({ channelId: 1, query, limit: 10 })
  const questions = misspeltNames(products, howMany, 8)
  for (const { query } of questions.slice(0, 30)) await ask(query)
  const times: number[] = []
  let found = 0
  const cpuBefore = process.threadCpuUsage()
  for (const { product, query } of questions) {
    const began = performance.now()
    const { productIds } = await ask(query)
    times.push(performance.now() - began)
    if (productIds.includes(product.id)) found += 1
  }
  const { user, system } = process.threadCpuUsage(cpuBefore)
  return {
    times: timesOf(times),
    cpuMean: (user + system) / 1_000 / questions.length,
    foundInFirstTen: found / questions.length,
    queried: questions.length,
  }
}
