import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { ApiError, api, refusal } from '../api.ts'
import { EntryField } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { useBatchResults } from './batch-results.tsx'
import { BookOrders } from './book-courier.tsx'
import { countScan, isComplete, type PackLine } from './count-scan.ts'
import { AgeCheck } from './order-items.tsx'
import css from './pack-screen.module.css'

type Packing = { order: OrderDetail; lines: readonly PackLine[] }
type Said = { text: string; isRefusal: boolean }

/** Packs one order after the other with a scanner, which types a code and presses Enter: the order, then each piece of it. */
export default function PackScreen() {
  useTitle('Scan to pack')
  const { packing, said, packed, isBusy, onCode, openNext, pack, addOne } = usePacking()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const showResults = useBatchResults()
  // The scanner types where the focus is.
  useEffect(() => {
    if (!isBusy) field.current?.focus()
  }, [isBusy, packing])

  return (
    <>
      <BackLink to="/orders">Orders</BackLink>
      <h1>Scan to pack</h1>
      <form
        className={css.scan}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          const code = field.current?.value.trim() ?? ''
          if (field.current) field.current.value = ''
          if (code) void onCode(code)
        }}
      >
        <EntryField
          ref={field}
          label={packing ? 'SKU or barcode of a piece' : 'Order number'}
          hint={
            packing
              ? `Scan each piece of ${packing.order.order_no}; another order number opens that order`
              : 'Scan or type it, then Enter'
          }
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {!packing && (
          <Button look="secondary" isBusy={isBusy} onClick={() => void openNext()}>
            Open the oldest order to pack
          </Button>
        )}
      </form>
      <p
        role={said?.isRefusal ? 'alert' : 'status'}
        className={css.said}
        data-refusal={said?.isRefusal || undefined}
      >
        {said?.text}
      </p>
      {packing && <Packing {...packing} isBusy={isBusy} onCount={addOne} onPack={() => void pack()} />}
      {packed.length > 0 && (
        <section className={css.card} aria-label="Packed">
          <h2>Packed now ({packed.length})</h2>
          <BookOrders
            ids={packed.map(({ id }) => id)}
            onBooked={async (batch) => {
              showResults(batch)
              await navigate('/orders')
            }}
          />
          <ul className={css.packed}>
            {packed.map(({ id, order_no }) => (
              <li key={id}>
                <Link to={`/orders/${id}/show`}>{order_no}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type PackingProps = Packing & { isBusy: boolean; onCount: (line: PackLine) => void; onPack: () => void }

function Packing({ order, lines, isBusy, onCount, onPack }: PackingProps) {
  const { count } = useFormat()
  const { first_name, last_name, city } = order.shipping_address
  return (
    <section className={css.card} aria-label={order.order_no}>
      <h2>{order.order_no}</h2>
      <p>
        <bdi>{[first_name, last_name].filter(Boolean).join(' ')}</bdi>
        {city && (
          <>
            , <bdi>{city}</bdi>
          </>
        )}
      </p>
      <AgeCheck items={order.productchannel} />
      {order.instruction && <p className={css.note}>“{order.instruction}”</p>}
      <ul className={css.lines}>
        {lines.map((line) => {
          const { id, name, sku, counted, quantity } = line
          const item = order.productchannel.find((one) => one.id === id)
          const text = item?.additonal_data?.custom_text
          return (
            <li key={id} data-complete={counted === quantity || undefined}>
              {item?.image ? (
                <img src={imageUrl(item.image.path, 320)} alt="" width={56} height={56} />
              ) : (
                <span />
              )}
              <div>
                <bdi>{name}</bdi>
                <small>{sku}</small>
                {text && <small>“{text}”</small>}
              </div>
              <strong>
                {count(counted)} of {count(quantity)}
              </strong>
              <Button
                look="secondary"
                disabled={counted === quantity}
                aria-label={`+ 1 ${name}`}
                onClick={() => onCount(line)}
              >
                + 1
              </Button>
            </li>
          )
        })}
      </ul>
      <Button look={isComplete(lines) ? 'primary' : 'secondary'} isBusy={isBusy} onClick={onPack}>
        {isComplete(lines) ? 'Mark as packed' : 'Mark as packed without counting'}
      </Button>
    </section>
  )
}

/** The order on the table with its counted pieces, and the calls. */
function usePacking() {
  const [packing, setPacking] = useState<Packing>()
  const [said, setSaid] = useState<Said>()
  const [packed, setPacked] = useState<readonly { id: number; order_no: string }[]>([])
  const { enqueue, isBusy } = useSteps((text) => setSaid({ text, isRefusal: true }))
  /** What the next step finds on the table, also before it is shown. */
  const table = useRef<Packing>(undefined)
  const say = (text: string) => setSaid({ text, isRefusal: false })
  const put = (next: Packing | undefined) => {
    table.current = next
    setPacking(next)
  }

  async function open(id: number) {
    const order = (await api.adminOrders.get({ id })).data
    if (!order.actions.includes('pack'))
      throw refusal(`${order.order_no} is not to be packed: ${order.status_label}`)
    put({ order, lines: linesOf(order) })
    say(`${order.order_no} is open`)
  }

  async function findOrder(code: string) {
    const found = (await api.adminOrders.list({ q: code })).data.data
    const order = found.find(({ order_no }) => order_no.toLowerCase() === code.toLowerCase())
    if (!order) throw refusal(`There is no order ${code}`)
    await open(order.id)
  }

  async function pack() {
    if (!table.current) return
    const { id, version, order_no } = table.current.order
    await api.adminOrders.pack({ id, version })
    put(undefined)
    setPacked((former) => [{ id, order_no }, ...former])
    say(`${order_no} is packed. Scan the next order.`)
  }

  /** The last piece packs the order. */
  async function count(lines: readonly PackLine[], { name, counted, quantity }: PackLine) {
    if (table.current) put({ ...table.current, lines })
    say(`${name}: ${counted} of ${quantity}`)
    if (isComplete(lines)) await pack()
  }

  return {
    ...{ packing, said, packed, isBusy },
    onCode: (code: string) =>
      enqueue(async () => {
        const { order, lines = [] } = table.current ?? {}
        if (!order || isOrderNo(code, order.order_no)) return findOrder(code)
        const result = countScan(lines, code)
        if ('refusal' in result) throw refusal(result.refusal)
        await count(result.lines, result.line)
      }),
    openNext: () =>
      enqueue(async () => {
        const [next] = (await api.adminOrders.list({ tab: 'to_pack', per_page: 1, order: 'asc' })).data.data
        if (!next) throw refusal('No order waits to be packed')
        await open(next.id)
      }),
    pack: () => enqueue(pack),
    addOne: ({ id }: PackLine) =>
      enqueue(async () => {
        const lines = table.current?.lines ?? []
        const line = lines.find((one) => one.id === id)
        if (!line || line.counted === line.quantity) return
        const next = { ...line, counted: line.counted + 1 }
        await count(
          lines.map((one) => (one === line ? next : one)),
          next,
        )
      }),
  }
}

/** One step after the other: a scanner does not wait for the shop. Those behind a refused one belong to it, and are left out. */
function useSteps(onRefused: (text: string) => void) {
  const [isBusy, setBusy] = useState(false)
  const steps = useRef<(() => Promise<void>)[]>([])
  async function enqueue(added: () => Promise<void>) {
    if (steps.current.push(added) > 1) return
    setBusy(true)
    try {
      for (let step = steps.current[0]; step; step = steps.current[0]) {
        await step()
        steps.current.shift()
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onRefused(error.message)
    } finally {
      steps.current = []
      setBusy(false)
    }
  }
  return { enqueue, isBusy }
}

/** Order numbers begin alike: `SF-`. */
const isOrderNo = (code: string, known: string) =>
  code.toUpperCase().startsWith(known.slice(0, known.indexOf('-') + 1).toUpperCase())

const linesOf = (order: OrderDetail): PackLine[] =>
  order.left_to_ship.map(({ order_item_id: id, name, quantity, barcode }) => ({
    id,
    name,
    quantity,
    barcode,
    sku: order.productchannel.find((item) => item.id === id)?.sku ?? '',
    counted: 0,
  }))
