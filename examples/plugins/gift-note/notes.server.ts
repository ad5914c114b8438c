import { sql } from 'kysely'
import {
  type CartScope,
  isOpen,
  ownerValues,
  ownFirst,
  ownsCart,
} from '#server/commerce/cart/model/cart-scope.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import { containing } from '#server/platform/kernel/list-page.ts'
import type { Person } from '#server/platform/kernel/plugin.ts'

/** Reads the note of the visitor's cart; empty without a cart or a note. */
export async function readNote(db: Db, scope: CartScope): Promise<string> {
  const row = await noteOfVisitor.first(db, ...ownerValues(scope))
  return row?.note ?? ''
}

const noteOfVisitor = prepared<{ note: string | null }>(
  'gift note of visitor',
  `select n.note from carts c left join gift_note_carts n on n.cart_id = c.id
  where ${ownsCart} and ${isOpen} ${ownFirst}`,
)

/**
 * Stores the note of the visitor's cart; an empty note deletes it.
 * @throws 404 without a cart.
 */
export async function saveNote(db: Db, scope: CartScope, note: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const cart = await lockCart.first(tx, ...ownerValues(scope))
    if (!cart) throw notFound('Cart not found')
    if (note === '') await sql`delete from gift_note_carts where cart_id = ${cart.id}`.execute(tx)
    else
      await sql`insert into gift_note_carts (cart_id, note) values (${cart.id}, ${note})
        on conflict (cart_id) do update set note = excluded.note`.execute(tx)
  })
}

const lockCart = prepared<{ id: number }>(
  'cart of gift note',
  `select c.id from carts c where ${ownsCart} and ${isOpen} ${ownFirst} for update`,
)

export async function readNoteOfCart(tx: Tx, cartId: number): Promise<string | undefined> {
  const { rows } = await sql<{ note: string }>`
    select note from gift_note_carts where cart_id = ${cartId}`.execute(tx)
  return rows[0]?.note
}

/** Copies the note of an order's cart to the order. */
export const keepNote = (tx: Tx, orderId: number) =>
  sql`insert into gift_note_orders (order_id, note)
    select o.id, n.note from orders o join gift_note_carts n on n.cart_id = o.cart_id where o.id = ${orderId}
    on conflict (order_id) do nothing`.execute(tx)

/** Moves the note of a merged guest cart; the customer's own note has precedence. */
export const moveNote = (tx: Tx, { from, to }: { from: number; to: number }) =>
  sql`insert into gift_note_carts (cart_id, note) select ${to}, note from gift_note_carts where cart_id = ${from}
    on conflict (cart_id) do nothing`.execute(tx)

export async function readNotesOf(db: Db, { id }: Person) {
  const { rows } = await sql<{ order_no: string; note: string }>`
    select o.order_no, n.note from gift_note_orders n join orders o on o.id = n.order_id
    where o.customer_id = ${id} order by o.id`.execute(db)
  return rows
}

/** Orders remain without their customer, so their notes are deleted here; those of carts are deleted with the cart. */
export const eraseNotesOf = (tx: Tx, { id }: Person) =>
  sql`delete from gift_note_orders n using orders o where o.id = n.order_id and o.customer_id = ${id}`.execute(
    tx,
  )

type Query = { page: number; per_page: number; order: 'asc' | 'desc'; q?: string | undefined }

/** A page of the notes of orders. */
export async function listNotes(db: Db, { page, per_page, order, q = '' }: Query) {
  const found = sql`gift_note_orders n join orders o on o.id = n.order_id
    where ${q} = '' or o.order_no ilike ${containing(q)} or n.note ilike ${containing(q)}`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<{ id: number; order_no: string; note: string }>`select o.id, o.order_no, n.note from ${found}
      order by o.id ${sql.raw(order)} limit ${per_page} offset ${(page - 1) * per_page}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from ${found}`.execute(db),
  ])
  const total = counts[0]?.total ?? 0
  const last_page = Math.max(1, Math.ceil(total / per_page))
  return { data: rows, current_page: page, last_page, per_page, total }
}
