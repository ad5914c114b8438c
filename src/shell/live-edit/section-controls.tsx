import { Icon, type IconName } from '#ui/icon.tsx'
import css from './live-edit.module.css'

type Props = {
  label: string
  isSelected: boolean
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
  onMove: (by: -1 | 1) => void
  onHide: () => void
}

/** A section's outline with its label and buttons. They appear on hover and on focus, and stay while the section is selected. */
export function SectionControls({ label, isSelected, isFirst, isLast, onEdit, onMove, onHide }: Props) {
  const button = (icon: IconName, what: string, onClick: () => void, isDisabled = false) => (
    <button
      type="button"
      className={css.button}
      aria-label={`${what}: ${label}`}
      title={what}
      // Keeps the focus at the ends of the list, which `disabled` would lose.
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  )
  return (
    <fieldset
      className={css.frame}
      data-live-edit=""
      data-selected={isSelected || undefined}
      aria-label={`Section: ${label}`}
    >
      <div className={css.bar}>
        <span className={css.label}>{label}</span>
        {button('edit', 'Edit', onEdit)}
        {button('arrow-up', 'Move up', () => onMove(-1), isFirst)}
        {button('arrow-down', 'Move down', () => onMove(1), isLast)}
        {button('eye-off', 'Hide', onHide)}
      </div>
    </fieldset>
  )
}
