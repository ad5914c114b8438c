import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

type Look = { look?: 'primary' | 'secondary' | 'quiet'; isWide?: boolean; children: ReactNode }

const className = ({ look = 'primary', isWide }: Look) =>
  `${css.button} ${css[look]}${isWide ? ` ${css.wide}` : ''}`

type ButtonProps = Look & { isBusy?: boolean } & Omit<ComponentProps<'button'>, 'className'>

/** While busy it shows a waiting text, keeps its focus and ignores presses. */
export function Button({ look, isWide, isBusy, children, ...rest }: ButtonProps) {
  const busy = { 'aria-busy': true, onClick: stay, ...(!rest.disabled && { 'aria-disabled': true }) }
  return (
    <button type="button" {...rest} {...(isBusy && busy)} className={className({ look, isWide, children })}>
      {isBusy ? 'Please wait' : children}
    </button>
  )
}

const stay = (event: { preventDefault(): void }) => event.preventDefault()

/** The look of a button for the label of a control, which is what is pressed. */
export const ButtonFace = ({ children, ...look }: Look) => (
  <span className={className({ ...look, children })}>{children}</span>
)

/** A link that looks like a button: it navigates. */
export function LinkButton({
  look,
  isWide,
  children,
  ...rest
}: Look & Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...rest} className={className({ look, isWide, children })}>
      {children}
    </a>
  )
}
