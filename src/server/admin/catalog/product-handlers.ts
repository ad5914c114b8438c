import type { productActionEndpoints } from '#contract/admin/catalog/product-actions.ts'
import { productEndpoints } from '#contract/admin/catalog/products.ts'
import { exportShopify } from '#server/catalog/importing/export-shopify.ts'
import { adjustStock, readProductStock } from '#server/catalog/products/editing/adjust-stock.ts'
import { copyProduct } from '#server/catalog/products/editing/copy-product.ts'
import { listProducts } from '#server/catalog/products/editing/product-list.ts'
import { readProductNames, readProductOptions } from '#server/catalog/products/editing/product-options.ts'
import { readProduct } from '#server/catalog/products/editing/product-values.ts'
import { productNotFound } from '#server/catalog/products/editing/refusals.ts'
import { setArchived, setPublished } from '#server/catalog/products/editing/set-published.ts'
import {
  createProduct,
  removeProduct,
  updateProduct,
} from '#server/catalog/products/editing/write-product.ts'
import { setStockRules } from '#server/catalog/stock/set-stock-rules.ts'
import { createPreviewToken } from '#server/content/pages/preview-token.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Visitor } from '#server/platform/kernel/context.ts'
import { type Handlers, say, sendCsv } from '#server/platform/kernel/handlers.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { addPicture, shownFileName } from '#server/shop/uploads/add-picture.ts'
import { requireUpload } from '../require-file.ts'
import { resourceHandlers } from '../resource-handlers.ts'

const editingOf = ({ visitor, plugins }: { visitor: Visitor; plugins: HookRunner }) => ({
  actor: actorOf(visitor),
  plugins,
})

export const productHandlers = resourceHandlers(productEndpoints, {
  type: 'product',
  label: 'Product',
  list: listProducts,
  read: readProduct,
  create: (tx, values, call) => createProduct(tx, values, editingOf(call)),
  update: (tx, id, values, before, call) => updateProduct(tx, id, values, before, editingOf(call)),
  remove: (tx, id, before, call) => removeProduct(tx, id, before, editingOf(call)),
})

const record = (id: number) => ({ type: 'product', id: String(id) })

export const productActionHandlers: Handlers<typeof productActionEndpoints> = {
  options: (_input, { db }) => readProductOptions(db),

  names: ({ ids }, { db }) => readProductNames(db, ids.split(',').map(Number)),

  stock: ({ id }, { db }) => readProductStock(db, id),

  async adjustStock(adjustment, call) {
    const { id, reason, note } = adjustment
    await inTransaction(call.db, async (tx) => {
      const editing = editingOf(call)
      const done = await adjustStock(tx, adjustment, editing)
      const side = (name: 'before' | 'after') =>
        Object.fromEntries(done.map((change) => [`stock of ${change.variation_id}`, change[name]]))
      await writeAudit(tx, editing.actor, {
        action: 'product.stock',
        record: record(id),
        before: side('before'),
        after: { ...side('after'), reason, note },
      })
    })
    return say('Stock changed', await readProductStock(call.db, id))
  },

  async setStockRules({ id, variation_ids, rules }, call) {
    await inTransaction(call.db, async (tx) => {
      const editing = editingOf(call)
      const before = await setStockRules(tx, { product_ids: [id], variation_ids, rules })
      if (before.length === 0) return
      await editing.plugins.runHooks(tx, 'product.changed', { product_ids: [id] })
      await writeAudit(tx, editing.actor, {
        action: 'product.stock_rules',
        record: record(id),
        before: Object.fromEntries(before.map(({ sku, rules: own }) => [sku, own])),
        after: Object.fromEntries(before.map(({ sku }) => [sku, rules])),
      })
    })
    return say('Saved', await readProductStock(call.db, id))
  },

  async duplicate({ id }, call) {
    const copy = await inTransaction(call.db, async (tx) => {
      const editing = editingOf(call)
      const { id: copyId, values } = await copyProduct(tx, id, editing)
      await writeAudit(tx, editing.actor, {
        action: 'product.duplicate',
        record: record(copyId),
        after: { name: values.name, copy_of: id },
      })
      return copyId
    })
    return say('Copy added. It is not published yet.', { id: copy })
  },

  async preview({ id }, { db, config }) {
    const product = await readProduct(db, id)
    if (!product) throw productNotFound()
    const token = createPreviewToken(config, id, { kind: 'product' })
    return { url: `/product/${encodeURIComponent(product.slug)}?preview=${token}` }
  },

  async setPublished({ id, is_published }, call) {
    await inTransaction(call.db, async (tx) => {
      const editing = editingOf(call)
      await setPublished(tx, id, is_published, editing)
      await writeAudit(tx, editing.actor, {
        action: is_published ? 'product.publish' : 'product.unpublish',
        record: record(id),
        after: { is_published },
      })
    })
    return say(is_published ? 'Published' : 'No longer published', { id, is_published })
  },

  async setArchived({ id, is_archived }, call) {
    await inTransaction(call.db, async (tx) => {
      const editing = editingOf(call)
      if (await setArchived(tx, id, is_archived, editing))
        await writeAudit(tx, editing.actor, {
          action: is_archived ? 'product.archive' : 'product.restore',
          record: record(id),
          before: { is_archived: !is_archived },
          after: { is_archived },
        })
    })
    return say(is_archived ? 'Archived' : 'Restored', { id, is_archived })
  },

  async uploadImage({ alt }, call) {
    const { bytes, fileName } = requireUpload(call.uploads, 'Please choose a picture')
    const picture = { alt, fileName: shownFileName(fileName) }
    const { path, width, height } = await addPicture(call, bytes, picture)
    return { path, width, height }
  },

  export: ({ ids, ...filter }, { db, config }) =>
    sendCsv('products', exportShopify({ db, storeUrl: config.storeUrl, ids, filter })),
}
