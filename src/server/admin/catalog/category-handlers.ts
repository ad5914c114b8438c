import { categoryAdminEndpoints, type categoryTreeEndpoints } from '#contract/admin/catalog/categories.ts'
import {
  createCategory,
  listCategories,
  moveCategory,
  readCategory,
  readCategoryTree,
  removeCategory,
  updateCategory,
} from '#server/catalog/products/editing/categories.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { lockType } from '../record-version.ts'
import { resourceHandlers } from '../resource-handlers.ts'

const type = 'category'

export const categoryHandlers = resourceHandlers(categoryAdminEndpoints, {
  type,
  label: 'Category',
  list: listCategories,
  read: readCategory,
  create: createCategory,
  update: updateCategory,
  remove: removeCategory,
})

export const categoryTreeHandlers: Handlers<typeof categoryTreeEndpoints> = {
  tree: (_input, { db }) => readCategoryTree(db),

  async move(move, { db, visitor }) {
    const tree = await inTransaction(db, async (tx) => {
      await lockType.all(tx, type)
      const before = await readCategory(tx, move.id)
      await moveCategory(tx, move)
      const after = await readCategory(tx, move.id)
      await writeAudit(tx, actorOf(visitor), {
        action: 'category.move',
        record: { type, id: String(move.id) },
        before: before ?? null,
        after: after ?? null,
      })
      return readCategoryTree(tx)
    })
    return say('Category moved', tree)
  },
}
