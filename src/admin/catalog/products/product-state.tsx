import { EntryChoice } from '#admin/parts/entry-field.tsx'
import { EntryMoment } from '#admin/parts/entry-moment.tsx'
import { fromZoneTime } from '#admin/parts/local-time.ts'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { useSession } from '#admin/session-context.ts'
import type { ProductValues } from '#contract/admin/catalog/products.ts'
import { type PublicationState, publicationStateOf } from '#contract/rules/product-schedule.ts'
import { addDays, dayIn } from '#contract/rules/time-zone.ts'
import { isOverdue } from './state-chip.tsx'

type Props = {
  values: ProductValues
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (part: Partial<ProductValues>) => void
}

/** Whether and when shoppers see the product. */
export function ProductState({ values, errors, isReadOnly, onChange }: Props) {
  const { time_zone: zone } = useSession().session.shop
  const state = publicationStateOf(values)
  if (state === 'archived')
    return (
      <section className={screen.card} aria-labelledby="state-heading">
        <h2 id="state-heading">Publication</h2>
        <p>
          Archived: it is not in the shop, and only the status “Archived” lists it. “Restore” brings it back
          as it was.
        </p>
      </section>
    )
  const choose = (next: Exclude<PublicationState, 'archived'>) =>
    onChange({
      is_published: next === 'published',
      publish_at: next === 'scheduled' ? (values.publish_at ?? tomorrowMorning(zone)) : null,
      ...(next === 'draft' && { unpublish_at: null }),
    })
  return (
    <section className={screen.card} aria-labelledby="state-heading">
      <h2 id="state-heading">Publication</h2>
      <EntryChoice
        label="Status"
        value={state}
        disabled={isReadOnly}
        hint={isOverdue(values) ? overdue : hints[state]}
        options={{ draft: 'Draft', published: 'Published', scheduled: 'Scheduled' }}
        onChoose={choose}
      />
      {moments
        .filter(({ states }) => states.includes(state))
        .map(({ field, label, hint }) => (
          <EntryMoment
            key={field}
            label={label}
            value={values[field]}
            required={field === 'publish_at'}
            readOnly={isReadOnly}
            errors={errors[field]}
            {...(hint && { hint })}
            onChange={(at) => (at !== null || field !== 'publish_at') && onChange({ [field]: at })}
          />
        ))}
    </section>
  )
}

const hints = {
  draft: 'Shoppers do not see it.',
  published: 'Shoppers see it.',
  scheduled: 'A draft until its time, then published within a minute.',
}

const overdue =
  'It was not published at its time, because a price is 0. Enter a price, or tick “Sold free of charge”; saving then publishes it.'

type Moment = {
  field: 'publish_at' | 'unpublish_at' | 'published_at'
  label: string
  states: readonly PublicationState[]
  hint?: string
}

const moments: readonly Moment[] = [
  { field: 'publish_at', label: 'Publish at', states: ['scheduled'] },
  {
    field: 'unpublish_at',
    label: 'Unpublish at (optional)',
    states: ['published', 'scheduled'],
    hint: 'A draft again from this time on.',
  },
  {
    field: 'published_at',
    label: 'Date',
    states: ['draft', 'published'],
    hint: 'Its position among the newest products.',
  },
]

/** Nine o'clock of the next day, in the time zone of the shop. */
function tomorrowMorning(zone: string): string {
  const tomorrow = addDays(dayIn(new Date(), zone), 1)
  return fromZoneTime(`${tomorrow}T09:00`, zone) ?? ''
}
