import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import type { CreditNoteDocument } from './invoice-document.ts'
import { issueInvoice } from './issue-invoice.ts'
import { paperOf, readPaperFacts } from './paper-facts.ts'
import { nextPaperNumber } from './paper-number.ts'

type Refunded = { id: number; order_id: number; refund_no: string }

/**
 * Writes the credit note of a refund, once: when it is paid. It takes the refund's lines back with their taxes, as they were
 * invoiced. The order must be held. ADR 0017.
 *
 * @returns its number, `CN-2026-00003`; undefined when there is one already.
 */
export async function issueCreditNote(
  tx: Tx,
  refund: Refunded,
  now = new Date(),
): Promise<string | undefined> {
  if (await noteOf.first(tx, refund.id)) return undefined
  // Nothing is credited that was never invoiced; an order from before there were invoices gets its own now.
  await issueInvoice(tx, refund.order_id, now)
  const invoice = await invoiceOf.first(tx, refund.order_id)
  const facts = await readPaperFacts(tx, refund.order_id, refund.id)
  if (!invoice || !facts) return undefined
  const issued_on = dayIn(now, timeZoneOf(facts.locale))
  const credit_note_no = await nextPaperNumber(tx, 'credit_note', issued_on)
  const document: CreditNoteDocument = {
    credit_note_no,
    refund_no: refund.refund_no,
    issued_on,
    invoice,
    ...paperOf(facts),
  }
  await insert.all(tx, refund.id, credit_note_no, json(document))
  return credit_note_no
}

/**
 * Credit notes for what was paid back without one: refunds from before there were any. Any number of processes may do it.
 * @returns how many it has written.
 */
export async function issueMissingCreditNotes(db: Db): Promise<number> {
  const missing = await paidWithout.all(db)
  let written = 0
  for (const refund of missing)
    await db.transaction().execute(async (tx) => {
      await holdOrder.first(tx, refund.order_id)
      if (await issueCreditNote(tx, refund)) written += 1
    })
  return written
}

const paidWithout = prepared<Refunded>(
  'refunds without credit note',
  `select r.id, r.order_id, r.refund_no from refunds r
  where r.status = 'refunded' and not exists (select from credit_notes n where n.refund_id = r.id)
  order by r.id limit 100`,
)

const holdOrder = prepared('hold order', 'select id from orders where id = $1::bigint for update')

const noteOf = prepared('credit note is there', 'select true from credit_notes where refund_id = $1::bigint')

const invoiceOf = prepared<CreditNoteDocument['invoice']>(
  'invoice that is credited',
  `select invoice_no, document ->> 'issued_on' as issued_on from invoices where order_id = $1::bigint`,
)

const insert = prepared(
  'insert credit note',
  'insert into credit_notes (refund_id, credit_note_no, document) values ($1::bigint, $2::text, $3::jsonb)',
)
