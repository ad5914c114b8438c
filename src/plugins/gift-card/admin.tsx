import { lazy, useState } from 'react'
import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { api, refusal } from '#admin/api.ts'
import { useList } from '#admin/list/use-list.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { MomentCell, MoneyCell } from '#admin/parts/cells.tsx'
import { CopyButton } from '#admin/parts/copy-button.tsx'
import { EntryField, EntryText } from '#admin/parts/entry-field.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { parseAmount, useCurrencyDigits } from '#admin/parts/money-entry.tsx'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { defineList } from '#admin/resource/define-resource.tsx'
import type { BulkAction } from '#admin/resource/resource.ts'
import { useSession } from '#admin/session-context.ts'
import { Chip } from '#ui/chip.tsx'
import type { GiftCardRow } from './admin-contract.ts'
import { giftCardAdminRoutes } from './routes.ts'
import { stateChips } from './state-chips.ts'

const block = (label: string, isBlocked: boolean): BulkAction<GiftCardRow> => ({
  label,
  isFor: ({ state }) => (state === 'blocked') !== isBlocked,
  async run(rows) {
    for (const { id } of rows) await api.adminGiftCards.block({ id, is_blocked: isBlocked })
    return { message: `${rows.length} ${isBlocked ? 'blocked' : 'unblocked'}`, refused: [] }
  },
})

const resend: BulkAction<GiftCardRow> = {
  label: 'Send again with a new code',
  isFor: ({ state, sent_to }) => state === 'active' && sent_to !== '',
  async run(rows) {
    for (const { id } of rows) await api.adminGiftCards.resend({ id })
    return { message: `${rows.length} sent again within a minute. The former codes are void`, refused: [] }
  },
}

function CardTools() {
  const { may } = useSession()
  if (!may('marketing.write')) return null
  return (
    <>
      <IssueCard />
      <ImportCards />
    </>
  )
}

/** A line of a spreadsheet: code, balance, last day. */
function readLine(line: string, unit: number) {
  const [code = '', typed = '', day = ''] = line.split(/[;\t,]/).map((cell) => cell.trim())
  return { code, amount: parseAmount(typed, unit) ?? 0, valid_until: day === '' ? null : day }
}

/** Takes over the cards of another system: all of them or none. */
function ImportCards() {
  const { currency } = useSession().session.shop
  const unit = 10 ** useCurrencyDigits()
  const { refetch } = useList()
  async function importCards(form: HTMLFormElement) {
    const { lines, note } = readEntries(form, { lines: entry.text, note: entry.trimmed })
    const cards = lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => readLine(line, unit))
    const { message } = await api.adminGiftCards.import({ cards, note })
    showMessage(message ?? '')
    await refetch()
  }
  return (
    <ActionDialog
      label="Import"
      title="Import gift cards"
      submit="Import"
      look="secondary"
      onSubmit={importCards}
    >
      {(errors) => (
        <>
          <p>
            One card a line, pasted from a spreadsheet or a CSV file: code, balance in {currency}, last day
            such as 2028-12-31 (optional). Codes work as before. All cards are imported or none.
          </p>
          <EntryText label="Cards" name="lines" rows={8} errors={linesOf(errors)} />
          <EntryField label="Note for staff (optional)" name="note" maxLength={200} errors={errors.note} />
        </>
      )}
    </ActionDialog>
  )
}

/** The first refused line by its number: the server names the card at its position. */
function linesOf(errors: Record<string, string[]>): string[] | undefined {
  if (errors.cards) return errors.cards
  const [name, messages = []] = Object.entries(errors).find(([field]) => field.startsWith('cards.')) ?? []
  const [, at] = name?.split('.') ?? []
  return name ? [`Line ${Number(at) + 1}: ${messages[0] ?? ''}`] : undefined
}

/** Issues a card. Its code is shown here, once. */
function IssueCard() {
  const { currency } = useSession().session.shop
  const unit = 10 ** useCurrencyDigits()
  const { refetch } = useList()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [issued, setIssued] = useState<{ code: string; page: string } | null>(null)

  async function issue(form: HTMLFormElement) {
    const { typed, note, email, name, message, send_on } = readEntries(form, {
      ...{ typed: entry.trimmed, note: entry.trimmed, email: entry.trimmed, name: entry.trimmed },
      ...{ message: entry.trimmed, send_on: entry.optionalText },
    })
    const amount = parseAmount(typed, unit)
    if (!amount) throw refusal('Not issued', { amount: ['Please enter an amount, such as 500'] })
    const { data } = await api.adminGiftCards.issue({
      amount,
      note,
      request_key: key,
      ...(email && { recipient: { email, name, message, send_on } }),
    })
    setKey(crypto.randomUUID())
    setIssued(data)
    await refetch()
  }

  return (
    <>
      {issued && (
        <span role="status">
          New card, shown only now: <strong>{issued.code}</strong>{' '}
          <CopyButton text={issued.code} label="Copy" />{' '}
          <a href={issued.page} target="_blank" rel="noreferrer">
            Print the card
          </a>
        </span>
      )}
      <ActionDialog label="Issue a gift card" title="Issue a gift card" submit="Issue" onSubmit={issue}>
        {(errors) => (
          <>
            <p>The code is shown once. Who has it can pay with the card.</p>
            <EntryField
              label={`Amount in ${currency}`}
              name="typed"
              inputMode="decimal"
              autoComplete="off"
              errors={errors.amount}
            />
            <EntryField
              label="Send by e-mail to (optional)"
              name="email"
              type="email"
              errors={errors['recipient.email']}
            />
            <EntryField
              label="Name of the recipient (optional)"
              name="name"
              maxLength={100}
              errors={errors['recipient.name']}
            />
            <EntryText
              label="Message (optional)"
              name="message"
              maxLength={500}
              errors={errors['recipient.message']}
            />
            <EntryField
              label="Day of the e-mail (optional)"
              name="send_on"
              type="date"
              hint="Left empty, it is sent at once."
              errors={errors['recipient.send_on']}
            />
            <EntryField label="Note for staff (optional)" name="note" maxLength={200} errors={errors.note} />
          </>
        )}
      </ActionDialog>
    </>
  )
}

export const giftCardAdmin = defineAdminPlugin({
  module_name: 'GiftCard',
  routes: { adminGiftCards: giftCardAdminRoutes },
  orderPanels: {
    cards: lazy(() => import('./order-cards.admin.tsx').then(({ OrderCards }) => ({ default: OrderCards }))),
  },
  screens: [
    defineList<GiftCardRow>({
      name: 'gift-cards',
      label: 'Gift cards',
      one: 'gift card',
      icon: 'tag',
      group: 'Marketing',
      permission: 'marketing.read',
      writePermission: 'marketing.write',
      columns: [
        { name: 'label', label: 'Card' },
        { name: 'sent_to', label: 'Sent to', show: ({ sent_to }) => sent_to || '–' },
        { name: 'note', label: 'Note', isMinor: true },
        {
          name: 'issued',
          label: 'Issued',
          isNumber: true,
          show: ({ issued }) => <MoneyCell amount={issued} />,
        },
        {
          name: 'balance',
          label: 'Balance',
          isNumber: true,
          show: ({ balance }) => <MoneyCell amount={balance} />,
        },
        {
          name: 'id',
          label: 'Date',
          isSortable: true,
          show: ({ created_at }) => <MomentCell at={created_at} />,
        },
        {
          name: 'expires_at',
          label: 'Valid until',
          show: ({ expires_at }) => <MomentCell at={expires_at} />,
        },
        {
          name: 'state',
          label: 'State',
          show: ({ state }) => <Chip tone={stateChips[state].tone}>{stateChips[state].label}</Chip>,
        },
      ],
      sort: { field: 'id', order: 'DESC' },
      searches: 'Last four characters of the code, or order number',
      linkOf: null,
      rowName: ({ label }) => label,
      bulk: [block('Block', true), block('Unblock', false), resend],
      tools: CardTools,
    }),
  ],
})
