import { exclusionText } from '#contract/rules/withdrawal.ts'
import type { withdrawalEndpoints } from '#contract/withdrawal.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { endOf, offersWithdrawal } from './read-order.ts'
import { readStatement, readWithdrawal, stateWithdrawal } from './state-withdrawal.ts'

/** The withdrawal from a contract, without a login: Directive 2011/83/EU Art. 11a. ADR 0033. */
export const withdrawalHandlers: Handlers<typeof withdrawalEndpoints> = {
  async order({ order_no, input }, call) {
    if (!(await offersWithdrawal(call.db))) return { is_offered: false, order: null }
    const found = order_no && input ? await readWithdrawal(call.db, call, { order_no, input }) : undefined
    if (!found) return { is_offered: true, order: null }
    const end = endOf(found)
    return {
      is_offered: true,
      order: {
        order_no: found.order_no,
        until: end?.toISOString() ?? null,
        is_over: end !== null && end < new Date(),
        is_calculated_again: found.is_calculated_again,
        lines: found.lines.map(({ id, name, quantity, exclusion }) => ({
          ...{ item_id: id, name, quantity },
          excluded: exclusionText(exclusion),
        })),
      },
    }
  },

  async state(statement, call) {
    const token = await stateWithdrawal(call, call, statement)
    await carryOutRefunds(call)
    return { token }
  },

  statement: ({ token }, call) => readStatement(call.db, call.config, token),
}
