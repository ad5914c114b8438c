import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#admin/api.ts'
import { useFormat } from '#admin/parts/format.ts'
import { pictureGridStyles as grid } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer, useSettled } from '#admin/query-keys.ts'
import type { CollectionRules } from '#contract/admin/catalog/collection-rules.ts'
import { imageUrl } from '#ui/image-url.ts'
import css from './collection-form.module.css'
import { type EditedRules, isComplete } from './condition-fields.ts'

type Props = { rules: EditedRules; products: number[] }

/** How many products the rules find, and the first ones, before anything is saved. */
export function RulePreview({ rules, products }: Props) {
  const { count } = useFormat()
  const present = JSON.stringify({ rules, products })
  const settledProps = useSettled(present)
  const isReady = isEvaluable(present)
  const { data, error, isPlaceholderData } = useAnswer(
    queryKeys.collectionPreview(settledProps),
    (signal) => api.adminCollections.preview(parsed(settledProps), signal),
    { enabled: isEvaluable(settledProps), placeholderData: keepPreviousData, retry: false },
  )
  const shown = isReady && !error ? data : undefined
  const text = !isReady
    ? 'Complete the rules to see which products they find.'
    : error
      ? error.message
      : !data
        ? 'Searching …'
        : data.total === 0
          ? 'No product meets these rules yet. Products enter as soon as they do.'
          : `${count(data.total)} ${data.total === 1 ? 'product' : 'products'}${
              data.drafts > 0 ? `, ${count(data.drafts)} of them not published` : ''
            }`
  return (
    <div className={css.preview} aria-busy={isPlaceholderData || undefined}>
      <p role="status">{text}</p>
      {shown && shown.first.length > 0 && (
        <ul className={grid.grid} aria-label="The first products">
          {shown.first.map(({ id, name, image_path, is_published }) => (
            <li key={id} data-draft={is_published ? undefined : ''}>
              {image_path ? (
                <img
                  className={grid.picture}
                  src={imageUrl(image_path, 320)}
                  alt=""
                  width={96}
                  height={96}
                  loading="lazy"
                />
              ) : (
                <span className={grid.picture} />
              )}
              {name}
              {!is_published && <small>Not published</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const parsed = (settledProps: string): Props & { rules: CollectionRules } => JSON.parse(settledProps)

function isEvaluable(settledProps: string) {
  const { conditions } = parsed(settledProps).rules
  return conditions.length > 0 && conditions.every(isComplete)
}
