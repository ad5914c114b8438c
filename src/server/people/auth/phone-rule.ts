import * as limits from '#contract/limits.ts'
import { invalidPhone, normalisePhone, type PhoneRule } from '#contract/rules/phone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

/** A phone as accounts store it. `full` is the SMS recipient: '+919876543210'. */
export type Phone = { mobile_code: string; phone: string; full: string }

/**
 * Parses a phone number; only numbers of the channel's country are valid (security §5).
 * @throws 422 at `field`, with the message of spec §8.
 */
export async function requirePhone(
  db: Db | Tx,
  channel: Channel,
  typed: string,
  field: string,
): Promise<Phone> {
  return phoneOf(await readPhoneRule(db, channel), typed, field)
}

/** The same for the OTP forms: always ten digits (decisions §6). */
export async function requireOtpPhone(db: Db | Tx, channel: Channel, typed: string): Promise<Phone> {
  const { mobile_code } = await readPhoneRule(db, channel)
  return phoneOf({ mobile_code, mobile_number_length: limits.phoneDigits }, typed, 'input')
}

/**
 * The same for a number of the channel's country or, where it is none of them, of another country of the shop:
 * orders may be delivered abroad.
 */
export async function requirePhoneOfAnyCountry(
  db: Db | Tx,
  channel: Channel,
  typed: string,
  field: string,
): Promise<Phone> {
  const rules = await phoneRules.all(db, channel.country_id)
  const rule = rules.find((rule) => normalisePhone(typed, rule) !== null)
  if (!rule) throw invalid({ [field]: [invalidPhone] })
  return phoneOf(rule, typed, field)
}

function phoneOf(rule: PhoneRule, typed: string, field: string): Phone {
  const phone = normalisePhone(typed, rule)
  if (phone === null) throw invalid({ [field]: [invalidPhone] })
  return { mobile_code: rule.mobile_code, phone, full: `${rule.mobile_code}${phone}` }
}

async function readPhoneRule(db: Db | Tx, { country_id }: Channel): Promise<PhoneRule> {
  const rule = await phoneRuleOfCountry.first(db, country_id)
  if (!rule) throw new Error(`Country ${country_id} of the channel is gone`)
  return rule
}

const phoneRuleOfCountry = prepared<PhoneRule>(
  'phone rule of country',
  'select mobile_code, mobile_number_length from countries where id = $1::integer',
)

const phoneRules = prepared<PhoneRule>(
  'phone rules of all countries',
  'select mobile_code, mobile_number_length from countries order by id <> $1::integer, id',
)
