import type { adminSessionEndpoints } from '#contract/admin/session.ts'
import type { adminAuditEndpoints, adminStaffEndpoints } from '#contract/admin/staff.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { actorOf, listAudit, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { needsSecondFactor } from '#server/platform/kernel/pipeline.ts'
import { shownOnly } from '#server/platform/notify/open-transports.ts'
import { staffSessionsTag } from '#server/platform/sessions/is-staff.ts'
import { staffHintCookie, staffOf, staffSessionCookie } from '#server/platform/sessions/staff-session.ts'
import { listAllChannels } from '#server/shop/channels/read-channel.ts'
import { knownCountries } from '#server/shop/countries/known-countries.ts'
import { isDemoCourierOn } from '#server/shop/settings/demo-courier-switch.ts'
import { readDocumentLook } from '#server/shop/settings/document-look.ts'
import { rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { readPlaces } from '#server/shop/settings/store-facts.ts'
import { createLoginLink, signInByLink } from './login-link.ts'
import {
  addStaff,
  listStaff,
  type Manager,
  requireGrantable,
  requireStaff,
  updateStaff,
} from './manage-staff.ts'
import { confirmTotp, proveAgain, setOwnPassword, startTotp } from './own-credentials.ts'
import { staffInactive } from './refusals.ts'
import { signInByPassword } from './sign-in-by-password.ts'
import { inviteStaff } from './staff-mails.ts'
import { requireRecentProof } from './start-staff-session.ts'

export const adminSessionHandlers: Handlers<typeof adminSessionEndpoints> = {
  async get(_input, call) {
    const { id, email, name, role, permissions, secondFactorDue } = staffOf(call)
    const { has_password, has_totp } = await requireStaff(call.db, id)
    const { store_name } = await rememberedSettings(call.db, call)
    const { locale, currency } = call.channel
    const plugins = (await call.plugins.active()).map(({ plugin }) => plugin.definition.module_name)
    const channels = await listAllChannels(call.db)
    const places = await readPlaces(call.db)
    // A country that the shop has data of is added with its first channel.
    const more = knownCountries.filter(({ code }) => !places.some((place) => place.code === code))
    const { look, logo } = await readDocumentLook(call.db)
    const { show_logo, accent, slip_text, slip_phone, slip_sku } = look
    const shop = {
      ...{ logo, slips: { show_logo, accent, slip_text, slip_phone, slip_sku } },
      ...{ name: store_name, locale, time_zone: timeZoneOf(locale), currency, channels },
      countries: [
        ...places.map((place) => ({ ...place, states: place.states.map(({ name }) => name) })),
        ...more.map(({ code, name }) => ({ code, name, states: [] })),
      ],
      shown_only: shownOnly(call.config),
      demo_courier_minutes: call.config.mode === 'demo' ? (call.config.testCourierMinutes ?? 0) : 0,
      is_demo_courier_on: await isDemoCourierOn(call.db),
    }
    const must_enroll = needsSecondFactor({ secondFactorDue }, call.config.mode)
    const isDue = call.config.mode === 'production' && !must_enroll
    const enroll_by = isDue ? (secondFactorDue?.toISOString() ?? null) : null
    return {
      ...{ id, email, name, role, permissions: [...permissions], plugins, has_password, has_totp, shop },
      ...{ has_passkey: await hasPasskey(call.db, id), must_enroll, enroll_by },
    }
  },

  async byLink({ token }, call) {
    const signedIn = await signInByLink(call, token)
    await call.changes.catchUp()
    return signedIn
  },

  async byPassword({ email, ...credentials }, call) {
    const signedIn = await signInByPassword(call, { email: email.toLowerCase(), ...credentials })
    await call.changes.catchUp()
    return signedIn
  },

  // The passkey library is large, and few requests need it.
  async passkeyOptions(_input, call) {
    const { startPasskeySignIn } = await import('./passkeys.ts')
    return startPasskeySignIn(call)
  },

  async byPasskey({ response }, call) {
    const { signInByPasskey } = await import('./passkeys.ts')
    const signedIn = await signInByPasskey(call, response)
    await call.changes.catchUp()
    return signedIn
  },

  async passkeys(_input, call) {
    const { readStaffPasskeys } = await import('./passkeys.ts')
    return { passkeys: await readStaffPasskeys(call.db, staffOf(call).id) }
  },

  async startPasskey(_input, call) {
    const { startStaffPasskey } = await import('./passkeys.ts')
    return startStaffPasskey(call)
  },

  async addPasskey({ response }, call) {
    const { addStaffPasskey, readStaffPasskeys } = await import('./passkeys.ts')
    await addStaffPasskey(call, response)
    return say('Passkey added', { passkeys: await readStaffPasskeys(call.db, staffOf(call).id) })
  },

  async removePasskey({ id }, call) {
    const { readStaffPasskeys, removeStaffPasskey } = await import('./passkeys.ts')
    await removeStaffPasskey(call, id)
    return say('Passkey removed', { passkeys: await readStaffPasskeys(call.db, staffOf(call).id) })
  },

  async prove(credentials, call) {
    await proveAgain(call, credentials)
    return {}
  },

  startTotp: (_input, call) => startTotp(call),

  async confirmTotp({ code }, call) {
    await confirmTotp(call, code)
    return say('The authenticator app is set up', {})
  },

  async setPassword({ password }, call) {
    await setOwnPassword(call, password)
    await call.changes.catchUp()
    return say('Password saved. Your other sessions have ended.', {})
  },

  async signOut(_input, call) {
    const { id, sessionId } = staffOf(call)
    await call.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('staff_sessions').where('id', '=', sessionId).execute()
      await noteChange(tx, [staffSessionsTag])
      await writeAudit(tx, actorOf(call.visitor), {
        action: 'session.sign_out',
        record: { type: 'staff', id: String(id) },
      })
    })
    await call.changes.catchUp()
    call.setCookie(staffSessionCookie(null))
    call.setCookie(staffHintCookie(null))
    return {}
  },
}

export const adminStaffHandlers: Handlers<typeof adminStaffEndpoints> = {
  list: (input, { db }) => listStaff(db, input),

  async add(input, call) {
    requireRecentProof(call)
    const added = await call.db.transaction().execute(async (tx) => {
      const staff = await addStaff(tx, managerOf(call), input)
      return { staff, link: { ...(await inviteStaff(tx, call.config, staff)), is_mailed: true } }
    })
    return say('Member of staff added and invited by e-mail', added)
  },

  async update({ id, ...update }, call) {
    requireRecentProof(call)
    const staff = await call.db.transaction().execute((tx) => updateStaff(tx, managerOf(call), id, update))
    await call.changes.catchUp()
    return say('Saved', staff)
  },

  async link({ id }, call) {
    requireRecentProof(call)
    const staff = await requireStaff(call.db, id)
    if (!staff.is_active) throw staffInactive()
    await requireGrantable(call.db, managerOf(call), staff.role)
    return call.db.transaction().execute(async (tx) => {
      await writeAudit(tx, actorOf(call.visitor), {
        action: 'staff.create_link',
        record: { type: 'staff', id: String(id) },
      })
      // A later link is for a colleague who cannot sign in; the mailbox alone must not be enough.
      const isInvited = staff.last_signed_in_at === null
      const link = await (isInvited
        ? inviteStaff(tx, call.config, staff)
        : createLoginLink(tx, call.config, id))
      return { ...link, is_mailed: isInvited }
    })
  },
}

export const adminAuditHandlers: Handlers<typeof adminAuditEndpoints> = {
  list: ({ sort: _, ...query }, { db }) => listAudit(db, query),
}

async function hasPasskey(db: CallContext['db'], staffId: number): Promise<boolean> {
  const found = await db
    .selectFrom('staff_passkeys')
    .select('id')
    .where('staff_id', '=', staffId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const managerOf = (call: CallContext): Manager => ({
  actor: actorOf(call.visitor),
  role: staffOf(call).role,
  permissions: staffOf(call).permissions,
})
