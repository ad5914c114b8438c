import { EntrySelect } from '#admin/parts/entry-field.tsx'
import { EntryMoment } from '#admin/parts/entry-moment.tsx'
import { screenStyles as screen } from '#admin/parts/screen-styles.ts'
import type { ProductValues } from '#contract/admin/catalog/products.ts'
import { type PublicationState, publicationStateOf } from '#contract/rules/product-schedule.ts'

type Props = {
  values: ProductValues
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (part: Partial<ProductValues>) => void
}

/** Whether and when shoppers see the product. */
export function ProductState({ values, errors, isReadOnly, onChange }: Props) {
  const { publish_at, unpublish_at, published_at } = values
  const state = publicationStateOf(values)
  const choose = (next: PublicationState) =>
    onChange({
      is_published: next === 'published',
      publish_at: next === 'scheduled' ? (publish_at ?? tomorrowMorning()) : null,
      ...(next === 'draft' && { unpublish_at: null }),
    })
  return (
    <section className={screen.card} aria-labelledby="state-heading">
      <h2 id="state-heading">Publication</h2>
      <EntrySelect
        label="Status"
        value={state}
        disabled={isReadOnly}
        hint={hints[state]}
        onChange={({ target }) => choose(target.value as PublicationState)}
      >
        <option value="draft">Draft</option>
        <option value="published">Published</option>
        <option value="scheduled">Scheduled</option>
      </EntrySelect>
      {state === 'scheduled' && (
        <EntryMoment
          label="Publish at"
          value={publish_at}
          required
          readOnly={isReadOnly}
          errors={errors['values.publish_at']}
          onChange={(at) => at !== null && onChange({ publish_at: at })}
        />
      )}
      {state !== 'draft' && (
        <EntryMoment
          label="Unpublish at (optional)"
          value={unpublish_at}
          readOnly={isReadOnly}
          errors={errors['values.unpublish_at']}
          hint="A draft again from this time on."
          onChange={(at) => onChange({ unpublish_at: at })}
        />
      )}
      {state !== 'scheduled' && (
        <EntryMoment
          label="Date"
          value={published_at}
          readOnly={isReadOnly}
          errors={errors['values.published_at']}
          hint="Its position among the newest products."
          onChange={(at) => onChange({ published_at: at })}
        />
      )}
    </section>
  )
}

const hints = {
  draft: 'Shoppers do not see it.',
  published: 'Shoppers see it.',
  scheduled: 'A draft until its time, then published within a minute.',
}

/** Nine o'clock of the next day, in the browser's zone. */
function tomorrowMorning(): string {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at.toISOString()
}
