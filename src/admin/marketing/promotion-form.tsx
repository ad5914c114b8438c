import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { PromotionPreview, PromotionValues } from '#contract/admin/marketing/promotions.ts'
import { formatMoney, money } from '#contract/money.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useFormServices } from '../form/form-services.ts'
import type { JsonSchema } from '../form/prepare-schema.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer, useSettled } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'
import { useSession } from '../session-context.ts'

type Values = Partial<PromotionValues>

const everywhere: PromotionValues['combines_with'] = ['product', 'order', 'shipping']

/** What merchants set up most, to begin with. */
const beginnings: { label: string; values: Values }[] = [
  {
    label: 'Buy 2, get 1 free',
    values: {
      name: 'Buy 2, get 1 free',
      effect: { type: 'buy_get', buy: 2, get: 1, percent: 100, reduced: 'group', most: null },
      badge: 'Buy 2, get 1 free',
    },
  },
  {
    label: 'Any 3 for one price',
    values: {
      name: 'Any 3 for 999',
      effect: { type: 'bundle', count: 3, price: 99_900, most: null },
      badge: 'Any 3 for 999',
    },
  },
  {
    label: 'Percentage from an amount',
    values: {
      name: '10% off from 2,000',
      effect: { type: 'order_percentage', percent: 10, at_most: null },
      minimum: { amount: 200_000, quantity: 0, of: 'scope' },
    },
  },
  {
    label: 'Free delivery from an amount',
    values: {
      name: 'Free delivery',
      effect: { type: 'free_delivery', methods: [], at_most: null },
      minimum: { amount: 99_900, quantity: 0, of: 'cart' },
      combines_with: everywhere,
    },
  },
]

const seldom = [
  ...['code', 'channel', 'shoppers', 'combines_with', 'priority'],
  ...['usage_limit', 'usage_limit_per_customer', 'usage_limit_per_day', 'budget'],
]
const chosenGoods = ['products', 'categories', 'collections', 'brands', 'labels', 'tags', 'attribute_values']

/** A promotion in a sentence, its rules, and what it does with a sample cart. */
export default function PromotionForm({ id, ...form }: ResourceFormProps<Values>) {
  const { value, readOnly, onChange } = form
  const names = Object.keys(form.schema.properties ?? {})
  const isOfSeldom = (path: string) => seldom.includes(path.split('.')[0] ?? '')
  return (
    <>
      {id === undefined && !value.name && (
        <section className={screen.card} aria-labelledby="promotion-beginnings">
          <h2 id="promotion-beginnings">Start from</h2>
          <div className={screen.buttons}>
            {beginnings.map(({ label, values }) => (
              <Button key={label} look="secondary" onClick={() => onChange({ ...value, ...values })}>
                {label}
              </Button>
            ))}
          </div>
        </section>
      )}
      <Fields {...form} names={names.filter((name) => !seldom.includes(name))} />
      <Preview id={id} values={value} />
      <details
        className={screen.card}
        open={Object.keys(form.errors).some(isOfSeldom) || Boolean(value.code)}
      >
        <summary>Code, shoppers, limits and combination</summary>
        <Fields {...form} names={seldom} />
      </details>
      {id !== undefined && !readOnly && (
        <p>
          <Link
            to="/promotions/create"
            state={{ prefill: { ...value, name: `${value.name ?? ''} copy`, code: '', is_active: false } }}
          >
            Make a copy
          </Link>
        </p>
      )}
    </>
  )
}

type FieldsProps = Omit<ResourceFormProps<Values>, 'id'> & { names: readonly string[] }

/** Some fields of the form. Goods are chosen only where it is not for all of them. */
function Fields({ names, schema, value, errors, readOnly, onChange }: FieldsProps) {
  const { properties = {}, required = [] } = schema
  const { goods } = properties
  const isHidden = (name: string) => value.goods?.is_for_everything !== false && chosenGoods.includes(name)
  const shown: Record<string, JsonSchema> = Object.fromEntries(
    names.flatMap((name) => (properties[name] ? [[name, properties[name]]] : [])),
  )
  if (shown.goods && goods?.properties)
    shown.goods = {
      ...goods,
      properties: Object.fromEntries(Object.entries(goods.properties).filter(([name]) => !isHidden(name))),
      required: goods.required?.filter((name) => !isHidden(name)) ?? [],
    }
  return (
    <SchemaForm
      schema={{ ...schema, properties: shown, required: required.filter((name) => names.includes(name)) }}
      value={Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))}
      errors={Object.fromEntries(
        Object.entries(errors).filter(([path]) => names.includes(path.split('.')[0] ?? '')),
      )}
      readOnly={readOnly}
      onChange={(next) => onChange({ ...value, ...next })}
    />
  )
}

type Sample = { product_id: number; name: string; quantity: number }

/** Evaluated by the server with the other active promotions, before anything is saved. */
function Preview({ id, values }: { id: number | undefined; values: Values }) {
  const headingId = useId()
  const { chooseRecord } = useFormServices()
  const [items, setItems] = useState<Sample[]>([])
  const input = useSettled(
    JSON.stringify({
      id,
      values,
      items: items.map(({ product_id, quantity }) => ({ product_id, quantity })),
    }),
  )
  const { data, error } = useAnswer(
    queryKeys.promotionPreview(input),
    (signal) => api.adminPromotions.preview(JSON.parse(input), signal),
    { enabled: Boolean(JSON.parse(input).values.name), placeholderData: keepPreviousData, retry: false },
  )
  const put = (item: Sample) => {
    const others = items.filter(({ product_id }) => product_id !== item.product_id)
    setItems(item.quantity > 0 ? [...others, item] : others)
  }
  return (
    <section className={screen.card} aria-labelledby={headingId}>
      <h2 id={headingId}>Preview</h2>
      <p role="status">
        {error
          ? 'Complete the fields above to see what it does.'
          : (data?.summary ?? 'Give it a name first.')}
      </p>
      <div className={screen.buttons}>
        <Button
          look="secondary"
          onClick={async () => {
            const chosen = await chooseRecord?.('product')
            if (chosen) put({ product_id: Number(chosen.value), name: chosen.label, quantity: 3 })
          }}
        >
          Add a product to the sample cart
        </Button>
        {items.map((item) => (
          <Button
            key={item.product_id}
            look="secondary"
            onClick={() => put({ ...item, quantity: item.quantity - 1 })}
          >
            One {item.name} less
          </Button>
        ))}
      </div>
      {data && !error && <Result preview={data} />}
    </section>
  )
}

function Result({ preview }: { preview: PromotionPreview }) {
  const { locale } = useSession().session.shop
  const amount = (minor: number) => formatMoney(money(minor, preview.currency), locale)
  const off = preview.adjustments.reduce((sum, one) => sum + one.amount, 0)
  return (
    <>
      {preview.lines.length > 0 && (
        <ul>
          {preview.lines.map((line) => (
            <li key={line.name}>
              {line.quantity} × {line.name}, {amount(line.unit_price)} each
              {line.adjustments.map(({ name, amount: less }) => (
                <span key={name}>
                  {' '}
                  − {amount(less)} {name}
                </span>
              ))}
            </li>
          ))}
          <li>
            <strong>
              {amount(preview.subtotal)} − {amount(off)} = {amount(preview.subtotal - off)}
            </strong>
          </li>
        </ul>
      )}
      {preview.messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {preview.conflicts.length > 0 && (
        <p className={screen.help}>
          Does not count together with: {preview.conflicts.join(', ')}. The one that saves the shopper more
          counts.
        </p>
      )}
    </>
  )
}
