import { REMOVAL_WORD } from '#contract/admin/agreed-values.ts'
import type { DemoData } from '#contract/admin/settings/demo-data.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './settings.module.css'

/** "Start with an empty shop": what came with the demo shop, its removal, and the result. Nothing in any other shop. */
export function DemoDataSection() {
  const { may } = useSession()
  const { data, refetch } = useAnswer(queryKeys.demoData, (signal) => api.adminDemoData.get({}, signal), {
    refetchInterval: ({ state }) => (state.data?.removal?.state === 'running' ? 1_000 : false),
  })
  if (!data || (!data.is_demo && !data.removal)) return null
  const { removal } = data
  return (
    <section className={css.group} aria-labelledby="empty-shop">
      <h2 id="empty-shop">Start with an empty shop</h2>
      {removal?.state === 'running' && <Progress removal={removal} />}
      {removal?.state === 'done' && <Result removal={removal} />}
      {data.is_demo && removal?.state !== 'running' && <About data={data} />}
      {data.is_demo &&
        (removal?.state !== 'running' || removal.error) &&
        (may('staff.manage') ? (
          <RemovalDialog data={data} onStarted={() => void refetch()} />
        ) : (
          <p className={screen.help}>Only an owner can remove the demo data.</p>
        ))}
    </section>
  )
}

const About = ({ data: { demo } }: { data: DemoData }) => (
  <p>
    This shop still has data of the demo shop: {listOf(demo)}. Remove it before you sell: your own records,
    settings, staff and the pages that you have edited stay.
  </p>
)

function RemovalDialog({ data, onStarted }: { data: DemoData; onStarted: () => void }) {
  const { demo, own, changed_products, edited_pages, removal } = data
  const isRunning = removal?.state === 'running'
  return (
    <div>
      <ActionDialog
        label={isRunning ? 'Continue the removal' : 'Start with an empty shop'}
        look="secondary"
        title="Start with an empty shop"
        submit="Remove the demo data"
        onSubmit={async (form) => {
          await api.adminDemoData.remove(readEntries(form, { confirmation: entry.text }))
          onStarted()
        }}
      >
        {(errors) => (
          <>
            <p>
              <strong>Removed for good:</strong> {listOf(demo)}, with their reviews, and the demo’s
              categories, brands, collections and coupons.
            </p>
            {changed_products.length > 0 && (
              <p>
                <strong>Also removed, although you have changed them:</strong> {changed_products.join(', ')}.
                Copy what you want to keep first.
              </p>
            )}
            <p>
              <strong>Stays:</strong> {hasAny(own) ? `${listOf(own)} of your own, ` : ''}settings, taxes,
              delivery, payment, plugins and staff
              {edited_pages.length > 0 && `, and the pages that you have edited: ${edited_pages.join(', ')}`}.
            </p>
            <p className={screen.help}>
              The other demo pages become placeholders, and the notice bar is switched off. The name, address
              and tax number in the settings are still the demo’s: replace them afterwards.
            </p>
            <EntryField
              label={`Type ${REMOVAL_WORD} to confirm`}
              name="confirmation"
              autoComplete="off"
              autoCapitalize="characters"
              errors={errors.confirmation}
            />
          </>
        )}
      </ActionDialog>
    </div>
  )
}

type Removal = NonNullable<DemoData['removal']>

function Progress({ removal: { step, records_total, records_left, error } }: { removal: Removal }) {
  const done = records_total - records_left
  return (
    <div role="status">
      <p>
        Removing the demo data{step && `: ${step.toLowerCase()}`}. {done} of {records_total} records are gone.
      </p>
      <progress value={done} max={records_total || 1} aria-label="Records removed" />
      {error && <p role="alert">It stopped, and is tried again: {error}</p>}
      <p className={screen.help}>You can leave this page. It also continues after a restart.</p>
    </div>
  )
}

function Result({ removal: { removed, kept, created_at } }: { removal: Removal }) {
  const { time } = useFormat()
  const { products = 0, orders = 0, customers = 0, blog_posts: posts = 0, images: pictures = 0 } = removed
  return (
    <>
      <p>
        The demo data is removed ({time(created_at)}):{' '}
        {listOf({ products, orders, customers, posts, pictures })}.
      </p>
      {kept.length > 0 && (
        <>
          <p>These came with the demo shop, and stayed:</p>
          <ul>
            {kept.map(({ name, reason }) => (
              <li key={name}>
                {name}: {reason.toLowerCase()}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={screen.help}>
        Check the store’s name, address and tax number, and write the pages in Content. Home lists what is
        next.
      </p>
    </>
  )
}

const nouns: Record<keyof DemoData['demo'], [one: string, many: string]> = {
  products: ['product', 'products'],
  orders: ['order', 'orders'],
  customers: ['customer', 'customers'],
  posts: ['post', 'posts'],
  pictures: ['picture', 'pictures'],
}

const hasAny = (counts: DemoData['own']) => Object.values(counts).some((count) => count > 0)

/** `72 products, 14 orders and 1 customer`; own records are counted up to 1,000. */
function listOf(counts: DemoData['demo']): string {
  const parts = keysOf(nouns).flatMap((kind) => {
    const count = counts[kind]
    const shown = count >= 1_000 ? 'at least 1,000' : count
    return count > 0 ? [`${shown} ${nouns[kind][count === 1 ? 0 : 1]}`] : []
  })
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? 'nothing')
}
