import type { OrderDetail } from '#contract/admin/orders.ts'
import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

export const orderNotFound = () => notFound('This order could not be found')

export const unknownOrderNumber = (order_no: string) => notFound(`Order ${order_no} not found`)

export const unknownWaybill = (waybill: string) => notFound(`There is no parcel with the waybill ${waybill}`)

export const unknownRefundNumber = (refund_no: string) => notFound(`There is no refund ${refund_no}`)

/** With the order as it is now. */
export const staleOrder = (actor: string | undefined, present: OrderDetail) =>
  rejected(
    'STALE_RECORD',
    `${actor ?? 'The customer or the courier'} changed this order in the meantime. Check it and try again.`,
    { data: present },
  )

export const recordNotFound = (label: string) => notFound(`${label} not found`)

/** @param one `An order` */
export const tooManyTags = (one: string, most: number) =>
  invalid({ add: [`${one} has at most ${most} tags`] })

export const tooManyGroups = (most: number) =>
  invalid({ add_groups: [`There are ${most} groups already. Please remove one first.`] })

/** `users`: names of segments and promotions. */
export const conditionInUse = (name: string, users: readonly string[]) =>
  rejected('IN_USE', `${name} is a condition of ${users.join(', ')}`, {
    data: { count: users.length, names: [...users] },
  })

type Holder = { id: number; first_name: string; last_name: string }

export const contactTaken = (field: 'email' | 'phone', { id, first_name, last_name }: Holder) =>
  invalid({
    [field]: [`${`${first_name} ${last_name}`.trim() || 'Another customer'} (customer ${id}) has it`],
  })

export const accountNotMerged = () =>
  rejected(
    'ACCOUNT_NOT_MERGED',
    'A customer with an account is merged into no other one: their login would be lost. Merge the other one into the account.',
  )

export const unknownMergeTarget = () => invalid({ into_id: ['Choose another customer'] })

export const contactOfAccount = () =>
  invalid({ email: ['Only the customer changes the contact of their account'] })

export const unknownOrderAssignee = () =>
  invalid({ staff_id: ['Choose an active member of staff who may change orders'] })

/** With the order as it is now. */
export const staleOrderAssignee = (present: OrderDetail) =>
  rejected(
    'STALE_RECORD',
    present.assigned_to
      ? `This order was just assigned to ${present.assigned_to.name}. Please check it and try again.`
      : 'This order is no longer assigned to this member of staff. Please check it and try again.',
    { data: present },
  )

/** With the record as it is now. */
export const staleRecord = (label: string, actor: string | undefined, present: object) =>
  rejected(
    'STALE_RECORD',
    `${actor ?? 'Another editor'} changed this ${label.toLowerCase()} in the meantime. Compare and save again.`,
    { data: present },
  )

export const customerNotFound = () => notFound('Customer not found')

export const noAccount = () =>
  rejected('NO_ACCOUNT', 'This customer has no account, so there are no logins to block')

export const noMailAddress = () =>
  rejected('NO_MAIL_ADDRESS', 'This customer has no e-mail address to which a link may be sent')

export const notConfirmed = (wanted: string) => invalid({ confirm: [`Please enter ${wanted} to confirm`] })

export const messageWaiting = () => rejected('MESSAGE_WAITING', 'This message is already waiting to be sent')

export const unknownPlugin = (name: string) => notFound(`No plugin called ${name} is installed`)

export const unknownMail = (name: string) => notFound(`There is no mail ${name}`)

export const unknownService = () => notFound('There is no such service')

export const setByEnvironment = (names: readonly string[]) =>
  rejected(
    'SET_BY_ENVIRONMENT',
    `The server’s environment sets ${names.join(', ')}, which wins. Change it there.`,
  )

export const otherSmsService = (name: string) =>
  rejected('OTHER_SMS_SERVICE', `One service sends SMS. Remove the keys of “${name}” first.`)

export const noServiceKeys = (name: string) =>
  rejected('NO_SERVICE_KEYS', `${name} has no keys that could be tested. Enter them first.`)

export const unknownTheme = (name: string) => notFound(`There is no theme ${name}`)
