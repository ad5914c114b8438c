import { useState } from 'react'
import { api } from '#admin/api.ts'
import { SelectionBar, useAllChosen } from '#admin/list/selection-bar.tsx'
import { useList } from '#admin/list/use-list.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { DownloadLink } from '#admin/parts/download-link.tsx'
import { EntryChoice, EntryField, EntrySelect } from '#admin/parts/entry-field.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { TagEntry, typedTags } from '#admin/parts/tag-entry.tsx'
import { useSession } from '#admin/session-context.ts'
import type { ProductOptions } from '#contract/admin/catalog/product-actions.ts'
import type { BatchAction, ProductBatch } from '#contract/admin/catalog/product-batches.ts'
import type { ProductRow } from '#contract/admin/catalog/products.ts'
import { BatchProgress } from './batch-progress.tsx'
import { type BulkProps, ChangeDetails, ChangeStock } from './bulk-details.tsx'
import { useProductOptions } from './use-product-options.ts'

/** What can be done to the selected products, or to all that the search finds. */
export function BulkBar() {
  const { selectedIds, filterValues, total, select, refetch } = useList<ProductRow>()
  const { isAll, onAll } = useAllChosen()
  const [batch, setBatch] = useState<ProductBatch>()
  if (batch)
    return (
      <BatchProgress
        key={batch.id}
        started={batch}
        onDone={() => void refetch()}
        onClose={() => setBatch(undefined)}
      />
    )
  async function start(action: BatchAction) {
    const { category, brand, import: imported, ...others } = filterValues
    const filter = {
      ...others,
      ...(category && { category: Number(category) }),
      ...(brand && { brand: Number(brand) }),
      ...(imported && { import: Number(imported) }),
    }
    const { data } = await api.adminProductBatches.create({
      action,
      ...(isAll ? { filter, expected: total } : { ids: [...selectedIds] }),
    })
    setBatch(data)
    select([])
  }
  return (
    <SelectionBar one="product" several="products" isAll={isAll} onAll={onAll}>
      {(many) => (
        <>
          <DownloadLink
            href={`/api/admin/products/export?${isAll ? new URLSearchParams(filterValues) : `ids=${selectedIds.join()}`}`}
          >
            Export
          </DownloadLink>
          <Actions many={many} isOfArchive={filterValues.state === 'archived'} start={start} />
        </>
      )}
    </SelectionBar>
  )
}

function Actions({ many, isOfArchive, start }: BulkProps & { isOfArchive: boolean }) {
  const { channels } = useSession().session.shop
  return (
    <>
      <ActionDialog
        label="Publish"
        title={`Publish ${many}?`}
        submit="Publish"
        look="secondary"
        onSubmit={() => start({ type: 'publish' })}
      />
      <ActionDialog
        label="Unpublish"
        title={`Unpublish ${many}?`}
        submit="Unpublish"
        look="secondary"
        onSubmit={() => start({ type: 'unpublish' })}
      >
        <p>They are no longer in the shop.</p>
      </ActionDialog>
      {isOfArchive ? (
        <ActionDialog
          label="Restore"
          title={`Restore ${many}?`}
          submit="Restore"
          look="secondary"
          onSubmit={() => start({ type: 'restore' })}
        >
          <p>Each becomes what it was: published, scheduled or a draft. You can undo this afterwards.</p>
        </ActionDialog>
      ) : (
        <ActionDialog
          label="Archive"
          title={`Archive ${many}?`}
          submit="Archive"
          look="secondary"
          onSubmit={() => start({ type: 'archive' })}
        >
          <p>
            They leave the shop and this list. Orders, returns and reports still name them. You can undo this
            afterwards.
          </p>
        </ActionDialog>
      )}
      <ChangePrices many={many} start={start} />
      {channels.length > 1 && <CopyPrices many={many} start={start} />}
      <Organise many={many} start={start} />
      <ChangeStock many={many} start={start} />
      <ChangeDetails many={many} start={start} />
      <ActionDialog
        label="Delete"
        title={`Delete ${many}?`}
        submit="Delete"
        look="secondary"
        onSubmit={() => start({ type: 'delete' })}
      >
        <p>
          This cannot be undone. Products in orders or carts stay, and are listed afterwards: archive them.
        </p>
      </ActionDialog>
    </>
  )
}

function ChangePrices({ many, start }: BulkProps) {
  return (
    <ActionDialog
      label="Change prices"
      title={`Change the prices of ${many}`}
      submit="Change prices"
      look="secondary"
      onSubmit={(form) => start({ type: 'price', ...readEntries(form, { percent: entry.number, rounding }) })}
    >
      {(errors) => (
        <>
          <EntryField
            label="Percent"
            name="percent"
            type="number"
            step="0.1"
            hint="5 raises prices by 5 %, -10 lowers them by 10 %."
            errors={errors['action.percent']}
          />
          {roundingSelect}
          <p>You can undo this afterwards.</p>
        </>
      )}
    </ActionDialog>
  )
}

function CopyPrices({ many, start }: BulkProps) {
  const { channels } = useSession().session.shop
  return (
    <ActionDialog
      label="Prices of a channel"
      title={`Take over the prices of ${many} from another channel`}
      submit="Take over"
      look="secondary"
      onSubmit={(form) => {
        const { present, ...entries } = readEntries(form, {
          from_id: entry.number,
          to_id: entry.number,
          factor: entry.number,
          rounding,
          present: entry.text,
        })
        return start({ type: 'copy_prices', ...entries, is_new_only: present === 'keep' })
      }}
    >
      {(errors) => (
        <>
          <EntrySelect label="From" name="from_id" defaultValue={channels[0]?.id}>
            {channels.map(channelOption)}
          </EntrySelect>
          <EntrySelect label="To" name="to_id" defaultValue={channels[1]?.id} errors={errors['action.to_id']}>
            {channels.map(channelOption)}
          </EntrySelect>
          <EntryField
            label="Factor"
            name="factor"
            type="number"
            step="any"
            hint="A rate of exchange: how much of the second currency one unit of the first is."
            errors={errors['action.factor']}
          />
          {roundingSelect}
          <EntrySelect label="Prices that exist" name="present">
            <option value="keep">Keep them</option>
            <option value="replace">Replace them</option>
          </EntrySelect>
          <p>You can undo this afterwards.</p>
        </>
      )}
    </ActionDialog>
  )
}

const assignments = {
  category: 'Move to a category',
  brand: 'Set the brand',
  add_label: 'Add a label',
  remove_label: 'Remove a label',
  add_tags: 'Add tags',
  remove_tags: 'Remove tags',
  add_attribute: 'Add an attribute',
  remove_attribute: 'Remove an attribute',
  add_to_collection: 'Add to a collection',
  remove_from_collection: 'Remove from a collection',
} as const
type Assignment = keyof typeof assignments

/** What is chosen for each. */
const kinds = {
  category: 'categories',
  brand: 'brands',
  add_label: 'labels',
  remove_label: 'labels',
  add_tags: 'tags',
  remove_tags: 'tags',
  add_attribute: 'attributes',
  remove_attribute: 'attributes',
  add_to_collection: 'collections',
  remove_from_collection: 'collections',
} as const

/** The values of an attribute that describes products, such as a material. Those that shoppers choose by belong to variations. */
const describing = ({ label, is_variable, values }: ProductOptions['attributes'][number]) =>
  is_variable ? [] : values.map((value) => ({ id: value.id, name: `${label}: ${value.label}` }))

/** Category, brand, labels, tags, attributes and collections. */
function Organise({ many, start }: BulkProps) {
  const [type, setType] = useState<Assignment>('category')
  const [tags, setTags] = useState<string[]>([])
  const { data: options } = useProductOptions()
  const actionOf = (id: number, names: string[]): BatchAction => {
    if (type === 'category') return { type, category_id: id }
    if (type === 'brand') return { type, brand_id: id }
    if (type === 'add_label' || type === 'remove_label') return { type, label_id: id }
    if (type === 'add_attribute' || type === 'remove_attribute') return { type, value_id: id }
    if (type === 'add_tags' || type === 'remove_tags') return { type, tags: names }
    return { type, collection_id: id }
  }
  const kind = kinds[type]
  const records: readonly { id: number; name: string; depth?: number }[] | undefined =
    kind === 'tags'
      ? undefined
      : kind === 'attributes'
        ? options?.attributes.flatMap(describing)
        : options?.[kind]
  return (
    <ActionDialog
      label="Organise"
      title={`Organise ${many}`}
      submit="Apply"
      look="secondary"
      onClose={() => setTags([])}
      onSubmit={async (form) => {
        const entered = readEntries(form, { id: entry.number, typed: entry.text })
        await start(actionOf(entered.id, [...tags, ...typedTags(entered.typed)]))
        setTags([])
      }}
    >
      {(errors) => (
        <>
          <EntryChoice label="Change" value={type} options={assignments} onChoose={setType} />
          {kind === 'tags' ? (
            <TagEntry
              label="Tags"
              name="typed"
              tags={tags}
              known={options?.tags ?? []}
              maxLength={60}
              errors={errors['action.tags']}
              onChange={setTags}
            />
          ) : (
            <EntrySelect key={type} label="To" name="id">
              {records?.map((record) => (
                <option key={record.id} value={record.id}>
                  {'  '.repeat(record.depth ?? 0)}
                  {record.name}
                </option>
              ))}
            </EntrySelect>
          )}
        </>
      )}
    </ActionDialog>
  )
}

const rounding = entry.oneOf(['exact', 'whole'])

const roundingSelect = (
  <EntrySelect label="Rounding" name="rounding">
    <option value="exact">To the smallest coin</option>
    <option value="whole">To whole amounts</option>
  </EntrySelect>
)

const channelOption = ({ id, name, currency }: { id: number; name: string; currency: string }) => (
  <option key={id} value={id}>
    {name}, {currency}
  </option>
)
