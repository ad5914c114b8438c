import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { api } from '#admin/api.ts'
import CustomFields from '#admin/fields/custom-fields.tsx'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntrySelect, optionsOf } from '#admin/parts/entry-field.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { RecordNotices, SaveBar } from '#admin/parts/record-notices.tsx'
import { BackLink, RecordFailure, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { type RecordEditor, useRecordEditor, useStable } from '#admin/parts/use-record-editor.ts'
import { leaveUnsaved } from '#admin/parts/use-unsaved-warning.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import { type PictureValues, ProductValues, VariationValues } from '#contract/admin/catalog/products.ts'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChannelPrices } from './channel-prices.tsx'
import { ProductAssignments } from './product-assignments.tsx'
import { ProductDeclarations } from './product-declarations.tsx'
import { ProductPanels, useProductPanels } from './product-panels.tsx'
import { ProductPictures } from './product-pictures.tsx'
import css from './product-screen.module.css'
import { ProductState } from './product-state.tsx'
import { ProductStockCard, useProductStock } from './product-stock.tsx'
import { ProductVariations } from './product-variations.tsx'
import { missingToPublish } from './publish-checks.ts'
import { RelatedProducts } from './related-products.tsx'
import { SearchPreview } from './search-preview.tsx'
import { StateChip } from './state-chip.tsx'
import { taxClassLabels, useProductOptions } from './use-product-options.ts'
import { VariationFields } from './variation-fields.tsx'

type Saved = ResourceRecord<ProductValues>

/** One product, or a new one. */
export default function ProductScreen() {
  const { id } = useParams()
  const record = useAnswer(
    queryKeys.record('products', id),
    (signal) => api.adminProducts.get({ id: Number(id) }, signal),
    {
      enabled: id !== undefined,
      // A later reading would replace what is being typed; a second editor is found when saving.
      refetchOnWindowFocus: false,
      gcTime: 0,
    },
  )
  // With the stock, whose card would move the ones below it, also while their buttons are pressed.
  const stock = useProductStock(id === undefined ? undefined : Number(id))
  if (record.error)
    return <RecordFailure title="Products" error={record.error} to="/products" all="All products" />
  if (id !== undefined && (!record.data || stock.isPending)) return <Waiting />
  return <Editor key={id ?? 'new'} record={record.data} />
}

function Editor({ record }: { record: Saved | undefined }) {
  const { may } = useSession()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const panels = useProductPanels()
  const queries = useQueryClient()
  const canWrite = may('catalog.write')
  const editor = useRecordEditor<ProductValues, Saved>({
    name: `products/${record?.id ?? 'new'}`,
    record,
    valuesOf: ({ values }) => values,
    empty: { values: newProduct },
    fields: Object.keys(ProductValues.shape),
    canWrite,
    isReadable: () => areEntriesReadable(form.current),
    async write(values, base) {
      const answer = base
        ? await api.adminProducts.update({ id: base.id, version: base.version, values })
        : await api.adminProducts.create({ values })
      // New options have ids now, whose names the form reads here.
      await queries.invalidateQueries({ queryKey: queryKeys.productOptions })
      return answer
    },
    onAdded: ({ id }) => navigate(`/products/${id}/show`, { replace: true }),
    cards: panels,
  })
  const { saved, values, errors } = editor
  return (
    <>
      <Header saved={saved} canWrite={canWrite} />
      <RecordNotices editor={editor} labelOf={(field) => ownValue(labels, field) ?? field}>
        {firstOf(variationErrors(errors, values)).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </RecordNotices>
      <form ref={form} noValidate className={css.form} onSubmit={editor.submit}>
        <Cards editor={editor} panels={panels} />
        <SaveBar editor={editor}>
          <Missing values={values} />
        </SaveBar>
      </form>
    </>
  )
}

function Header({ saved, canWrite }: { saved: Saved | undefined; canWrite: boolean }) {
  const navigate = useNavigate()
  const title = saved ? saved.values.name : 'New product'
  useTitle(title)
  return (
    <>
      <BackLink to="/products">Products</BackLink>
      <div className={css.header}>
        <h1>{title}</h1>
        {saved && <StateChip product={saved.values} isLong />}
        {saved?.values.is_published && <a href={`/product/${saved.values.slug}`}>See it in the shop</a>}
        {saved && !saved.values.is_published && (
          <Button look="quiet" onClick={() => openPreview(saved.id)}>
            Preview
          </Button>
        )}
        {saved && canWrite && (
          <div className={css.actions}>
            <Button
              look="secondary"
              onClick={async () => {
                const { data, message } = await api.adminProducts.duplicate({ id: saved.id })
                showMessage(message ?? 'Copy added')
                navigate(`/products/${data.id}/show`)
              }}
            >
              Duplicate
            </Button>
            <ArchiveProduct saved={saved} />
            <DeleteProduct saved={saved} />
          </div>
        )}
      </div>
    </>
  )
}

/** Opens the page of a product that is not published, as it is saved. The tab is opened by the press itself, before the address is known. */
async function openPreview(id: number) {
  const tab = open('about:blank')
  try {
    const { data } = await api.adminProducts.preview({ id })
    tab?.location.replace(data.url)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** What shoppers would miss, each with the way to it. */
function Missing({ values }: { values: ProductValues }) {
  const missing = missingToPublish(values)
  if (missing.length === 0) return null
  return (
    <p className={css.missing}>
      {values.is_published ? 'Missing' : 'Before it is published'}:{' '}
      {missing.map(({ what, at }, index) => (
        <Fragment key={what}>
          {index > 0 && ', '}
          <button type="button" onClick={() => goTo(at)}>
            {what}
          </button>
        </Fragment>
      ))}
    </p>
  )
}

/** Shows a card by the id of its heading, with the focus in its first field. */
function goTo(heading: string) {
  const card = document.getElementById(heading)
  card?.scrollIntoView()
  card
    ?.closest('section')
    ?.querySelector<HTMLElement>('input, select, textarea')
    ?.focus({ preventScroll: true })
}

type CardsProps = {
  editor: RecordEditor<ProductValues, Saved>
  panels: ReturnType<typeof useProductPanels>
}

function Cards({ editor: { saved, values, errors, canWrite, ...editor }, panels }: CardsProps) {
  const change = useStable(editor.change)
  const changeVariations = useStable((variations: VariationValues[]) => change({ variations }))
  const changeImages = useStable((images: PictureValues[]) => change({ images }))
  const part = (name: keyof typeof schemas) => (
    <SchemaForm
      schema={schemas[name].schema}
      value={pickFrom(values, schemas[name].fields)}
      onChange={change}
      errors={errorsOf(errors, schemas[name].fields)}
      readOnly={!canWrite}
      keepsFocus
    />
  )
  const common = { errors, isReadOnly: !canWrite }
  const ofVariations = { ...common, variations: values.variations, onChange: changeVariations }
  return (
    <>
      <div className={css.columns}>
        <div className={css.column}>
          <section className={screen.card} id="texts-heading" aria-label="Texts">
            {part('texts')}
          </section>
          <ProductPictures
            images={values.images}
            variations={values.variations}
            isReadOnly={!canWrite}
            onChange={changeImages}
          />
          <section className={screen.card} aria-label="Video">
            {part('video')}
          </section>
        </div>
        <div className={css.column}>
          <ProductState {...common} values={values} onChange={change} />
          <ProductAssignments values={values} isReadOnly={!canWrite} onChange={change} />
        </div>
      </div>
      {/* Over both columns: the grid of variations needs the width. */}
      <ProductVariations {...ofVariations} />
      <ChannelPrices {...ofVariations} />
      <VariationFields {...ofVariations} />
      <div className={css.columns}>
        <div className={css.column}>
          {saved && <ProductStockCard key={saved.version} id={saved.id} canWrite={canWrite} />}
          <section className={screen.card} aria-label="Details">
            {part('details')}
          </section>
          <ProductDeclarations {...common} declarations={values.declarations} onChange={change} />
          <CustomFields
            owner="product"
            value={values.custom}
            errors={errors}
            readOnly={!canWrite}
            onChange={(custom) => change({ custom })}
          />
          <section className={screen.card} aria-labelledby="search-heading">
            <h2 id="search-heading">Search engines</h2>
            {part('search')}
            <SearchPreview values={values} />
          </section>
          {saved && (
            <ProductPanels productId={saved.id} isReadOnly={!canWrite} onUnsaved={panels.onUnsaved} />
          )}
        </div>
        <div className={css.column}>
          <RulesCard {...common} value={values.tax_class} onChange={change}>
            {part('rules')}
          </RulesCard>
          <RelatedProducts
            ids={values.related}
            ownId={saved?.id}
            isReadOnly={!canWrite}
            onChange={(related) => change({ related })}
          />
        </div>
      </div>
    </>
  )
}

type RulesCardProps = {
  value: string
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (part: { tax_class: string }) => void
  children: ReactNode
}

/** The rules of sale, with the tax classes that have a rate and the one that the product has. */
function RulesCard({ value, errors, isReadOnly, onChange, children }: RulesCardProps) {
  const { data } = useProductOptions()
  return (
    <section className={screen.card} aria-labelledby="rules-heading">
      <h2 id="rules-heading">Quantity, returns and tax</h2>
      {children}
      <EntrySelect
        label="Tax class"
        value={value}
        disabled={isReadOnly}
        errors={errors.tax_class}
        hint="Its rates are in Settings, Taxes."
        onChange={({ target }) => onChange({ tax_class: target.value })}
      >
        {optionsOf(taxClassLabels([...(data?.tax_classes ?? []), value]))}
      </EntrySelect>
    </section>
  )
}

/** Each is the way back from the other, so that neither asks for confirmation. */
function ArchiveProduct({ saved }: { saved: Saved }) {
  const queries = useQueryClient()
  const isArchived = Boolean(saved.values.archived_at)
  return (
    <Button
      look="secondary"
      onClick={async () => {
        const { message } = await api.adminProducts.setArchived({ id: saved.id, is_archived: !isArchived })
        showMessage(message ?? 'Done')
        await queries.invalidateQueries({ queryKey: queryKeys.record('products', String(saved.id)) })
      }}
    >
      {isArchived ? 'Restore' : 'Archive'}
    </Button>
  )
}

/** Deleting is refused while orders or carts have the product: then it can be archived. */
function DeleteProduct({ saved }: { saved: Saved }) {
  const navigate = useNavigate()
  const [isInUse, setInUse] = useState(false)
  return (
    <ActionDialog
      label="Delete"
      title={isInUse ? `Archive “${saved.values.name}”?` : `Delete “${saved.values.name}”?`}
      submit={isInUse ? 'Archive instead' : 'Delete'}
      look="quiet"
      onRefused={({ code }) => setInUse(code === 'IN_USE')}
      onSubmit={async () => {
        const { message } = isInUse
          ? await api.adminProducts.setArchived({ id: saved.id, is_archived: true })
          : await api.adminProducts.remove({ id: saved.id, version: saved.version })
        leaveUnsaved()
        showMessage(message ?? 'Done')
        navigate('/products')
      }}
    >
      <p>
        {isInUse
          ? 'It cannot be deleted. Archived, it is no longer in the shop and in the list, and its orders stay complete.'
          : 'This cannot be undone.'}
      </p>
    </ActionDialog>
  )
}

const partOf = (fields: readonly (keyof ProductValues)[]) => ({
  fields,
  schema: z.toJSONSchema(
    z.object(Object.fromEntries(fields.map((field) => [field, ProductValues.shape[field]]))),
    { io: 'input', unrepresentable: 'any' },
  ),
})
const schemas = {
  texts: partOf(['name', 'short_description', 'description_html']),
  video: partOf(['video']),
  details: partOf(['specifications', 'customisation']),
  search: partOf(['slug', 'meta_title', 'meta_description']),
  rules: partOf([
    'kind',
    'min_quantity',
    'max_quantity',
    'quantity_step',
    'display_unit',
    'return_days',
    'withdrawal_exclusion',
    'hsn_code',
    'is_free',
  ]),
}

const labels: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(ProductValues.shape).map(([name, field]) => [name, z.globalRegistry.get(field)?.title]),
)

const newVariation = VariationValues.parse({ selling_price: 0 })
const newProduct: ProductValues = {
  ...ProductValues.parse({ name: 'new', variations: [newVariation] }),
  name: '',
  variations: [{ ...newVariation, is_default: true }],
}

const pickFrom = (values: ProductValues, fields: readonly (keyof ProductValues)[]): Partial<ProductValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

/** Whether all that is typed can be read; otherwise the first input that cannot has the focus and says so. */
function areEntriesReadable(form: HTMLFormElement | null) {
  for (const input of form?.querySelectorAll('input') ?? []) {
    if (!input.validity.customError) continue
    input.closest('details')?.setAttribute('open', '')
    input.focus()
    return false
  }
  return true
}

const errorsOf = (errors: Record<string, string[]>, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => fields.includes(path.split('.')[0] ?? '')))

/** The errors of the grid as sentences, because a cell has no room for them. */
const variationErrors = (errors: Record<string, string[]>, { variations }: ProductValues) =>
  Object.entries(errors).flatMap(([path, texts]) => {
    const [field = '', at] = path.split('.')
    if (
      !['variations', 'images', 'labels', 'related', 'properties', 'brand_id', 'category_id'].includes(field)
    )
      return []
    const of = field === 'variations' && at !== undefined ? variations[Number(at)] : undefined
    return texts.map((text) => (of ? `${of.sku || `Variation ${Number(at) + 1}`}: ${text}` : text))
  })

const MOST_ERRORS = 10

const firstOf = (texts: readonly string[]) =>
  texts.length > MOST_ERRORS
    ? [...texts.slice(0, MOST_ERRORS), `and ${texts.length - MOST_ERRORS} more`]
    : texts
