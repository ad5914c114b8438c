import type { customersEndpoints } from '#contract/admin/customers/endpoints.ts'
import { mostInBatch } from '#contract/admin/order-tabs.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { eraseCustomer } from '#server/people/account/delete-account.ts'
import { collectPersonalData } from '#server/people/account/export-account.ts'
import { requestReset } from '#server/people/auth/request-reset.ts'
import { requireProofForExport, requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendCsv, today } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { exportConsents, listConsents } from '#server/shop/consent/list-consents.ts'
import { rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { noMailAddress, notConfirmed } from '../refusals.ts'
import { exportCustomers } from './export-customers.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findCustomers, listCustomers } from './list-customers.ts'
import { addCustomerNote, blockCustomer, endSessionsOf, unblockCustomer } from './manage-customers.ts'
import { mergeCustomers } from './merge-customers.ts'
import { organizeCustomers } from './organize-customers.ts'
import { readCustomer } from './read-customer.ts'
import { createCustomer, updateCustomer } from './save-customer.ts'
import {
  changeSegment,
  createSegment,
  listSegments,
  readCustomerChoices,
  removeGroup,
  removeSegment,
  renameGroup,
} from './segments.ts'

type Endpoints = typeof customersEndpoints

export const customersAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminCustomers: {
    list: (query, { db, channel }) => listCustomers(db, { ...query, timeZone: timeZoneOf(channel.locale) }),
    get: ({ id }, { db }) => readCustomer(db, id),
    async create(entered, call) {
      const { db, channel } = call
      const id = await createCustomer({ db, channel, actor: actorOf(call.visitor) }, entered)
      return say('Customer created', await readCustomer(db, id))
    },
    async edit(entered, call) {
      const { db, channel } = call
      await updateCustomer({ db, channel, actor: actorOf(call.visitor) }, entered)
      return say('Saved', await readCustomer(db, entered.id))
    },
    choices: ({ product }, { db }) => readCustomerChoices(db, product),
    async organize({ ids, filter, ...organization }, call) {
      if (!ids && !filter) throw invalid({ ids: ['Please choose customers'] })
      const timeZone = timeZoneOf(call.channel.locale)
      const chosen = filter ? await findCustomers(call.db, { ...filter, timeZone }, mostInBatch) : (ids ?? [])
      const changed = await inTransaction(call.db, (tx) =>
        organizeCustomers(tx, actorOf(call.visitor), chosen, organization),
      )
      return say(`${changed} ${changed === 1 ? 'customer' : 'customers'} changed`, { changed })
    },
    async export(chosen, call) {
      requireProofForExport(call)
      const rows = await exportCustomers(call.db, { ...chosen, timeZone: timeZoneOf(call.channel.locale) })
      await writeAudit(call.db, actorOf(call.visitor), {
        action: 'customer.export_list',
        record: { type: 'customer', id: '' },
        after: { ...chosen, ids: chosen.ids?.join(', ') },
      })
      return sendCsv(`customers-${today()}`, rows)
    },
    async addNote(input, call) {
      return say('Note added', await addCustomerNote(call.db, actorOf(call.visitor), staffOf(call), input))
    },
    duplicates: ({ id }, { db }) => findDuplicates(db, id),
    async merge(merge, { db, visitor }) {
      await inTransaction(db, (tx) => mergeCustomers(tx, actorOf(visitor), merge))
      return say('Customers merged', await readCustomer(db, merge.into_id))
    },
    async block({ id }, { db, visitor }) {
      return say('Customer blocked', await blockCustomer(db, actorOf(visitor), id))
    },
    async unblock({ id }, { db, visitor }) {
      return say('Customer unblocked', await unblockCustomer(db, actorOf(visitor), id))
    },
    async endSessions({ id }, { db, visitor }) {
      return say('Sessions ended', await endSessionsOf(db, actorOf(visitor), id))
    },
    async sendReset({ id }, call) {
      requireRecentProof(call)
      const { email, email_verified_at, has_password } = await readCustomer(call.db, id)
      if (email === null || (email_verified_at === null && !has_password)) throw noMailAddress()
      await requestReset(call.db, email, {
        settings: await rememberedSettings(call.db, call),
        look: await rememberedMailLook(call),
        visitor: call.visitor,
      })
      await writeAudit(call.db, actorOf(call.visitor), {
        action: 'customer.send_reset',
        record: { type: 'customer', id: String(id) },
      })
      return say(`A link was sent to ${email}`, {})
    },
    async exportData({ id }, call) {
      requireRecentProof(call)
      await readCustomer(call.db, id)
      const data = await collectPersonalData(call.db, id, call)
      await writeAudit(call.db, actorOf(call.visitor), {
        action: 'customer.export',
        record: { type: 'customer', id: String(id) },
      })
      return data
    },
    async erase({ id, confirm }, call) {
      requireRecentProof(call)
      const { email, phone } = await readCustomer(call.db, id)
      const wanted = email ?? phone ?? String(id)
      if (confirm.toLowerCase() !== wanted.toLowerCase()) throw notConfirmed(wanted)
      const look = await rememberedMailLook(call)
      await call.db.transaction().execute(async (tx) => {
        await eraseCustomer(tx, id, { look, plugins: call.plugins })
        await writeAudit(tx, actorOf(call.visitor), {
          action: 'customer.erase',
          record: { type: 'customer', id: String(id) },
        })
      })
      call.log.info({ customer: id }, 'account deleted by staff')
      return say('Customer erased', { id })
    },
  },
  adminCustomerSegments: {
    list: (_, { db, channel }) => listSegments(db, timeZoneOf(channel.locale)),
    async create({ name, filter }, { db, visitor }) {
      return say(
        'Segment saved',
        await inTransaction(db, (tx) => createSegment(tx, actorOf(visitor), name, filter)),
      )
    },
    async change(change, { db, visitor }) {
      return say(
        'Segment saved',
        await inTransaction(db, (tx) => changeSegment(tx, actorOf(visitor), change)),
      )
    },
    async remove(segment, { db, visitor }) {
      await inTransaction(db, (tx) => removeSegment(tx, actorOf(visitor), segment))
      return say('Segment deleted', { id: segment.id })
    },
    async renameGroup(group, { db, visitor }) {
      await inTransaction(db, (tx) => renameGroup(tx, actorOf(visitor), group))
      return say('Group renamed', { id: group.id })
    },
    async removeGroup(group, { db, visitor }) {
      await inTransaction(db, (tx) => removeGroup(tx, actorOf(visitor), group))
      return say('Group deleted', { id: group.id })
    },
  },
  adminConsentRecords: {
    list: (query, { db, channel }) => listConsents(db, { ...query, timeZone: timeZoneOf(channel.locale) }),
    export: (query, { db, channel }) =>
      sendCsv(`consent-${today()}`, exportConsents(db, { ...query, timeZone: timeZoneOf(channel.locale) })),
  },
}
