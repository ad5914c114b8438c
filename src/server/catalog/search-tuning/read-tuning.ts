import { remember } from '#server/platform/changes/remember.ts'
import type { SearchTerms } from '#server/platform/kernel/catalog-index.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { wordsOf } from '../catalog-index/text/tokenize.ts'
import { expandQuery, type Replacements, replacementsOf } from './expand-query.ts'

/** Named by every change of synonyms and search rules, and by every reply that they can change. */
export const searchTag = 'search'

/** Marks the reply of a search that found nothing, without a filter; no change notes it. */
export const missedSearchTag = 'search-missed'

type Rule = { pinned: readonly number[]; redirect_to: string | null }
type Tuning = { replacements: Replacements; rules: ReadonlyMap<string, Rule> }

/** The query with what the merchant's synonyms and rules add to it. */
export async function tuneSearch(
  services: Pick<Services, 'db' | 'changes'>,
  query: string,
): Promise<{ terms: SearchTerms; redirect_to: string | null }> {
  const { replacements, rules } = await remember(services, 'search tuning', [searchTag], () =>
    readTuning(services.db),
  )
  const alternatives = expandQuery(query, replacements)
  const { pinned = [], redirect_to = null } = rules.get(wordsOf(query).join(' ')) ?? {}
  return {
    terms: {
      query,
      ...(alternatives.length > 0 && { alternatives }),
      ...(pinned.length > 0 && { pinned }),
    },
    redirect_to,
  }
}

async function readTuning(db: Db): Promise<Tuning> {
  const [synonyms, rules, pins] = await Promise.all([
    db.selectFrom('search_synonyms').select(['term', 'synonyms', 'is_two_way']).orderBy('id').execute(),
    db.selectFrom('search_rules').select(['id', 'words', 'redirect_to']).execute(),
    db
      .selectFrom('search_pins')
      .select(['rule_id', 'product_id'])
      .orderBy('rule_id')
      .orderBy('position')
      .execute(),
  ])
  const pinned = Map.groupBy(pins, ({ rule_id }) => rule_id)
  return {
    replacements: replacementsOf(synonyms),
    rules: new Map(
      rules.map(({ id, words, redirect_to }) => [
        words,
        { pinned: (pinned.get(id) ?? []).map(({ product_id }) => product_id), redirect_to },
      ]),
    ),
  }
}
