import { useSortable } from '@dnd-kit/react/sortable'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HomeLayout } from '#contract/admin/home.ts'
import {
  cardKey,
  cardLabel,
  type HomeCard,
  homeCards,
  permissionOfCard,
  reportViews,
  standardCards,
} from '#contract/admin/home-cards.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { AdminIcon, type AdminIconName } from '../parts/admin-icon.tsx'
import { optionsOf } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { movedTo } from '../parts/place-text.ts'
import { SortableArea, useMoves } from '../parts/sorting.tsx'
import { entryStyles as parts, screenStyles as screen } from '../parts/styles.ts'
import { useUnsavedWarning } from '../parts/use-unsaved-warning.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './home-screen.module.css'

type Cards = readonly HomeCard[]

const widths = { 1: 'One column', 2: 'Two columns', 3: 'Full width' } as const

const isSame = (one: Cards, other: Cards) => JSON.stringify(one) === JSON.stringify(other)

const nameOf = (card: HomeCard) =>
  card.card === 'report' ? `${cardLabel(card)}, ${reportViews[card.view].toLowerCase()}` : cardLabel(card)

/** The cards by name: dragged or moved by buttons, made wider, hidden and shown again. Nothing is stored before “Save”. */
export default function ArrangeHome({ layout, onClose }: { layout: HomeLayout; onClose: () => void }) {
  const { may } = useSession()
  const { isBusy, save } = useSave(layout, onClose)
  const { list, focusNext, announced, setAnnounced } = useMoves()
  const isAllowed = (card: HomeCard) => may(permissionOfCard(card))
  const [draft, setDraft] = useState<Cards>(() => layout.cards.filter(isAllowed))
  // Cards whose permission the person does not have now come back with it.
  const cards = [...draft, ...layout.cards.filter((card) => !isAllowed(card))]
  const standard = standardCards.filter(isAllowed)
  useUnsavedWarning(!isSame(draft, layout.cards.filter(isAllowed)))
  function move(key: string, to: number) {
    const card = draft.find((one) => cardKey(one) === key)
    if (!card || to < 0 || to >= draft.length) return
    setDraft(draft.filter((one) => one !== card).toSpliced(to, 0, card))
    setAnnounced(movedTo(nameOf(card), to, draft.length))
  }

  return (
    <>
      <p className={screen.help}>
        Drag a card, or use its buttons. Only you see this arrangement. Reports are pinned on their own
        screen.
      </p>
      <SortableArea onMove={(_, to, key) => move(String(key), to)}>
        <ol ref={list} className={css.grid} aria-label="Cards of the home screen">
          {draft.map((card, at) => (
            <Tile
              key={cardKey(card)}
              card={card}
              at={at}
              count={draft.length}
              onMove={(to, button) => {
                focusNext.current = `[data-key="${CSS.escape(cardKey(card))}"] [data-move="${button}"]`
                move(cardKey(card), to)
              }}
              onResize={(columns) => setDraft(draft.map((one) => (one === card ? { ...one, columns } : one)))}
              onHide={() => {
                const next = draft[at + 1] ?? draft[at - 1]
                if (next) focusNext.current = `[data-key="${CSS.escape(cardKey(next))}"] [data-move="hide"]`
                setDraft(draft.filter((one) => one !== card))
                setAnnounced(`${nameOf(card)} hidden`)
              }}
            />
          ))}
        </ol>
      </SortableArea>
      <HiddenCards
        draft={draft}
        onShow={(card) => {
          focusNext.current = `[data-key="${card.card}"] [data-move="hide"]`
          setDraft([...draft, card])
          setAnnounced(`${nameOf(card)} shown`)
        }}
      />
      <div className={screen.bar}>
        <Button look="quiet" aria-disabled={isSame(draft, standard)} onClick={() => setDraft(standard)}>
          Standard arrangement
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button isBusy={isBusy} onClick={() => void save(isSame(draft, standard) ? null : cards)}>
          Save
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </>
  )
}

/** Stores the cards, null for the standard ones, and closes. */
function useSave(layout: HomeLayout, onClose: () => void) {
  // That of the layout which was arranged: the layout is read again when the window gets the focus.
  const [version, setVersion] = useState(layout.version)
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function save(cards: HomeCard[] | null) {
    setBusy(true)
    try {
      const { data, message } = await api.adminHome.saveLayout({ cards, version })
      queries.setQueryData(queryKeys.homeLayout, data)
      if (message) showMessage(message)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The draft stays; saved again, it replaces what another browser stored.
      const stored = error.stale<HomeLayout>()
      if (stored) {
        setVersion(stored.version)
        queries.setQueryData(queryKeys.homeLayout, stored)
      }
      showMessage(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, save }
}

function HiddenCards({ draft, onShow }: { draft: Cards; onShow: (card: HomeCard) => void }) {
  const { may } = useSession()
  const hidden = keysOf(homeCards).filter(
    (name) => may(homeCards[name].permission) && !draft.some(({ card }) => card === name),
  )
  if (hidden.length === 0) return null
  return (
    <section className={css.card} aria-label="Hidden cards">
      <h2>Hidden cards</h2>
      <div className={screen.buttons}>
        {hidden.map((card) => (
          <Button
            key={card}
            look="secondary"
            onClick={() => onShow({ card, columns: homeCards[card].columns ?? 2 })}
          >
            Show “{homeCards[card].label}”
          </Button>
        ))}
      </div>
    </section>
  )
}

type TileProps = {
  card: HomeCard
  at: number
  count: number
  onMove: (to: number, button: string) => void
  onResize: (columns: HomeCard['columns']) => void
  onHide: () => void
}

function Tile({ card, at, count, onMove, onResize, onHide }: TileProps) {
  const name = nameOf(card)
  const { ref, handleRef, isDragging } = useSortable({ id: cardKey(card), index: at, data: { name } })
  const isReport = card.card === 'report'
  const button = (move: string, icon: AdminIconName, label: string, onClick: () => void, isOff = false) => (
    <button
      type="button"
      className={css.hide}
      data-move={move}
      aria-label={`${label}: ${name}`}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      <AdminIcon name={icon} size={18} />
    </button>
  )
  return (
    <li
      ref={ref}
      className={css.tile}
      data-key={cardKey(card)}
      data-columns={card.columns}
      data-dragging={isDragging || undefined}
    >
      <div className={css.tileName}>
        <span ref={handleRef} aria-hidden="true" tabIndex={-1}>
          <AdminIcon name="grip" size={18} />
        </span>
        <span>
          {cardLabel(card)}
          {isReport && <small>{reportViews[card.view]}</small>}
        </span>
      </div>
      <div className={css.tileTools}>
        <select
          className={parts.input}
          aria-label={`Width: ${name}`}
          value={card.columns}
          onChange={({ target }) => {
            const chosen = ([1, 2, 3] as const).find((columns) => columns === Number(target.value))
            if (chosen) onResize(chosen)
          }}
        >
          {optionsOf(widths)}
        </select>
        {button('up', 'arrow-up', 'Move up', () => onMove(at - 1, 'up'), at === 0)}
        {button('down', 'arrow-down', 'Move down', () => onMove(at + 1, 'down'), at === count - 1)}
        {isReport ? button('hide', 'trash', 'Remove', onHide) : button('hide', 'eye-off', 'Hide', onHide)}
      </div>
    </li>
  )
}
