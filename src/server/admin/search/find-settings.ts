import type { SettingHit } from '#contract/admin/search.ts'
import { settingGroups } from '#contract/admin/settings/groups.ts'
import { hasWords, wordsOf } from '#contract/rules/search-text.ts'
import { settingTexts } from '#server/content/storefront/setting-texts.ts'

const MAX_HITS = 5

/**
 * The settings whose label and group have a word that begins with each word of the text, those with all of them in the label first.
 *
 * @param q what is typed, at most 100 characters.
 */
export function findSettings(q: string): SettingHit[] {
  const typed = wordsOf(q)
  if (typed.length === 0) return []
  return settingGroups
    .flatMap(({ name: group, title: ofGroup }) =>
      Object.entries(settingTexts[group])
        .filter(([, { title, widget }]) => widget !== 'hidden' && hasWords(`${title} ${ofGroup}`, typed))
        .map(([field, { title }]) => ({ group, field, title })),
    )
    .sort((a, b) => Number(hasWords(b.title, typed)) - Number(hasWords(a.title, typed)))
    .slice(0, MAX_HITS)
}
