import { z } from 'zod'
import { AccountExport } from '#contract/account.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { invalidEmail, isEmail } from '#contract/rules/email.ts'
import { Day, EmailText, Id, IdList, IdText, Money, pageOf, Text, Time } from '#contract/shapes.ts'
import { mostTags } from '../order-tabs.ts'
import { listQuery } from '../resource.ts'
import type { customersRoutes } from './routes.ts'

/** A word that staff sort customers by; one tag whatever its case. */
const Tag = Text(40).min(1, 'Please enter a tag')
const Tags = z.array(Tag).max(mostTags).default([])
const Groups = z.array(Text(60).min(1, 'Please enter a name')).max(mostTags).default([])

/** Name and contact as staff enter them; one of e-mail address and phone is there. */
const Entered = {
  first_name: Text(100),
  last_name: Text(100),
  email: EmailText.toLowerCase()
    .max(254)
    .refine((email) => email === '' || isEmail(email), invalidEmail)
    .transform((email) => email || null),
  phone: Text(20),
}

const Count = z.coerce.number().int().min(0).max(1_000_000)
const Amount = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** What the list and the export are narrowed to: customers that meet all of it. Orders count without cancelled and unpaid ones. */
export const CustomerFilter = z.object({
  kind: z.enum(['account', 'guest']).optional(),
  blocked: z.enum(['true', 'false']).optional(),
  tag: Tag.optional(),
  group: IdText.optional(),
  /** Consent to marketing mails. */
  marketing: z.enum(['yes', 'no', 'unasked']).optional(),
  orders_from: Count.optional(),
  orders_to: Count.optional(),
  /** The sum of their orders in minor units of the shop's currency. */
  total_from: Amount.optional(),
  total_to: Amount.optional(),
  /** The first and the last day of their last order, in the time zone of the shop. */
  last_from: Day.optional(),
  last_to: Day.optional(),
  /** Their last order was placed more than so many days ago. */
  quiet_days: z.coerce.number().int().min(1).max(36_500).optional(),
  /** A product that they ordered. */
  product: IdText.optional(),
  /** Where one of their orders went: whole names in any case, and the beginning of a pincode. */
  state: Text(60).optional(),
  town: Text(60).optional(),
  postcode: Text(12).optional(),
})
export type CustomerFilter = z.infer<typeof CustomerFilter>

/** Saved conditions of the list under a name. */
export const CustomerSegment = z.object({
  id: Id,
  /** Changes with name and conditions. */
  version: z.string(),
  name: z.string(),
  /** As the address of the list has them. */
  filter: z.partialRecord(CustomerFilter.keyof(), z.string()),
})
export type CustomerSegment = z.infer<typeof CustomerSegment>

export const CustomerRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  is_blocked: z.boolean(),
  /** Without an account: known by a contact that an order has proven. */
  is_guest: z.boolean(),
  /** Without cancelled and unpaid ones. */
  orders: z.int(),
  total: Money,
  /** When the newest of them was placed. */
  last_order_at: Time.nullable(),
  tags: z.array(z.string()),
  groups: z.array(z.string()),
  /** Consent to marketing mails; null: never prompted. */
  marketing: z.boolean().nullable(),
  created_at: Time,
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const CustomerDetail = z
  .object({
    id: Id,
    /** Changes with name and contact. */
    version: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    email_verified_at: Time.nullable(),
    phone: z.string().nullable(),
    phone_verified_at: Time.nullable(),
    has_password: z.boolean(),
    is_blocked: z.boolean(),
    is_guest: z.boolean(),
    created_at: Time,
    total: Money,
    order_count: z.int(),
    /** The newest ones. */
    orders: z.array(
      z.object({
        id: Id,
        order_no: z.string(),
        status: z.string(),
        status_label: z.string(),
        grand_total: Money,
        placed_at: Time,
      }),
    ),
    addresses: z.array(z.object({ id: Id, is_default: z.boolean(), lines: z.array(z.string()) })),
    /** Null: never prompted. */
    marketing: z.object({ is_given: z.boolean(), at: Time.nullable() }).nullable(),
    sessions: z.array(z.object({ id: z.int(), device: z.string(), started_at: Time, last_seen_at: Time })),
    notes: z.array(z.object({ id: z.int(), at: Time, author: z.string(), text: z.string() })),
    tags: z.array(z.string()),
    groups: z.array(z.string()),
    /** What happened, newest first, at most 100 entries. */
    timeline: z.array(
      z.object({
        at: Time,
        kind: z.enum(['order', 'message', 'access', 'note', 'staff', 'consent', 'created']),
        /** Which one of its kind: `order_shipped`, `login`, `customer.block`. */
        what: z.string(),
        /** Number of the order, recipient, device, text of the note, or new values. */
        text: z.string(),
        /** Of a note or an action of staff; otherwise empty. */
        author: z.string(),
        order_id: Id.nullable(),
      }),
    ),
  })
  .meta({ id: 'AdminCustomer' })
export type CustomerDetail = z.infer<typeof CustomerDetail>

/** A customer who may be the same person, and by what. */
export const CustomerDuplicate = z.object({
  ...CustomerRow.pick({ id: true, name: true, email: true, phone: true, is_guest: true, orders: true }).shape,
  /** `place`: the same name and a delivery to the same pincode. */
  why: z.enum(['email', 'phone', 'place']),
})
export type CustomerDuplicate = z.infer<typeof CustomerDuplicate>

const Side = z.enum(['from', 'into']).default('into')
/** Whose name and contact the customer keeps after a merge. */
export const MergeChoice = z.object({ name: Side, email: Side, phone: Side })
export type MergeChoice = z.infer<typeof MergeChoice>

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'customers.read' } as const
const writes = { ...staff, permission: 'customers.write' } as const
const ref = { id: IdText }
const found = { q: listQuery(['id']).q }

export const customerEndpoints = defineEndpoints<(typeof customersRoutes)['adminCustomers']>()({
  list: {
    summary:
      'A page of the customers, the newest first; `q` also finds by town, pincode and order number; the total is estimated',
    input: z.object({ ...listQuery(['id']), ...CustomerFilter.shape }),
    data: pageOf(CustomerRow),
    ...reads,
  },
  get: {
    summary: 'One customer with orders, addresses, notes and timeline',
    input: z.object(ref),
    data: CustomerDetail,
    ...reads,
  },
  create: {
    summary: 'Creates a customer without an account',
    input: z.object(Entered),
    data: CustomerDetail,
    ...writes,
  },
  edit: {
    summary: 'Changes the name, and the contact of a customer without an account',
    input: z.object({ ...ref, version: z.string().min(1).max(64), ...Entered }),
    data: CustomerDetail,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  choices: {
    summary: 'All tags, groups and segments of customers, and the name of a chosen product',
    input: z.object({ product: IdText.optional() }),
    data: z.object({
      product_name: z.string().nullable(),
      tags: z.array(z.string()),
      groups: z.array(z.object({ id: Id, name: z.string(), customers: z.int() })),
      segments: z.array(CustomerSegment),
    }),
    ...reads,
  },
  organize: {
    summary: 'Adds and removes tags and groups of several customers by name, all at once or not at all',
    input: z.object({
      ids: z.array(Id).min(1).max(500).optional(),
      /** Instead of ids: the customers of this list, the newest first, at most 1,000. */
      filter: CustomerFilter.extend(found).optional(),
      add: Tags,
      remove: Tags,
      /** A group that is not there yet is made. */
      add_groups: Groups,
      remove_groups: Groups,
    }),
    data: z.object({ changed: z.int() }),
    ...writes,
  },
  export: {
    summary: 'Chosen customers, or those that meet a filter, as CSV, the newest first',
    credentialRefusals: ['PROOF_REQUIRED'],
    input: CustomerFilter.extend({
      ...found,
      /** Instead of a filter: ids with commas. */
      ids: IdList.optional(),
    }),
    data: z.null(),
    file: 'text/csv',
    ...reads,
  },
  addNote: {
    summary: 'Adds a note that only staff see',
    input: z.object({ ...ref, text: Text(2_000).min(1, 'Please enter a note') }),
    data: CustomerDetail,
    ...writes,
  },
  duplicates: {
    summary: 'Customers who may be the same person, and can be merged, at most 10',
    input: z.object(ref),
    data: z.array(CustomerDuplicate),
    ...reads,
  },
  merge: {
    summary:
      'Moves orders, notes, tags and groups of a customer without an account to another one, and deletes it',
    input: z.object({
      ...ref,
      version: z.string().min(1).max(64),
      into_id: Id,
      into_version: z.string().min(1).max(64),
      choice: MergeChoice,
    }),
    data: CustomerDetail,
    refusals: ['STALE_RECORD', 'ACCOUNT_NOT_MERGED'],
    ...writes,
  },
  block: {
    summary: 'Ends all sessions of a customer and refuses further logins',
    refusals: ['NO_ACCOUNT'],
    input: z.object(ref),
    data: CustomerDetail,
    ...writes,
  },
  unblock: {
    summary: 'Lets a blocked customer log in again',
    input: z.object(ref),
    data: CustomerDetail,
    ...writes,
  },
  endSessions: {
    summary: 'Ends all sessions of a customer',
    input: z.object(ref),
    data: CustomerDetail,
    ...writes,
  },
  sendReset: {
    summary: 'Mails the customer a link to set a new password',
    credentialRefusals: ['PROOF_REQUIRED'],
    input: z.object(ref),
    data: z.object({}),
    refusals: ['AUTH_MODE_OFF', 'NO_MAIL_ADDRESS'],
    ...writes,
  },
  exportData: {
    summary: 'All data of a customer, for a request of theirs',
    input: z.object(ref),
    data: AccountExport,
    credentialRefusals: ['PROOF_REQUIRED'],
    ...writes,
  },
  erase: {
    summary: 'Erases a customer on their request; their orders stay without personal fields',
    input: z.object({ ...ref, confirm: Text(200) }),
    data: z.object({ id: Id }),
    credentialRefusals: ['PROOF_REQUIRED'],
    ...writes,
  },
})
