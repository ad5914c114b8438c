import { type RefObject, useEffect, useRef, useState } from 'react'
import { cartApi } from '#client/cart-api.ts'
import { cartStore } from '#client/cart-store.ts'
import { showToast } from '#client/toasts.ts'
import type { Cart } from '#contract/cart.ts'
import type { Reply } from '#contract/envelope.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { keepCart } from '#features/cart/cart-of-reply.ts'
import { problemsOf } from '#features/cart/cart-problems.ts'
import { navigate } from '#pages/navigate.ts'
import { keepDraft, readDraft } from './checkout-draft.ts'
import type { OpenedPayment } from './payment-window.ts'
import { placeOrder } from './place-order.ts'
import { startPayment } from './start-payment.ts'

/** `cart`: what the notes on the cart say already. */
export type PaymentField = 'shipping_method' | 'payment_method' | 'accept_tnc' | 'cart'
type Problem = { message: string; field?: PaymentField }

/** The state of the payment step: choices are saved as they are made, the order is placed once. */
export function usePaymentStep(cart: Cart, { needsTerms }: { needsTerms: boolean }) {
  const shipping = useSavedChoice(cart.shipping_method?.code ?? null, (shipping_method) =>
    cartApi.cart.updateShippingMode({ shipping_method }),
  )
  const payment = useSavedChoice(cart.cart_payment_method?.code ?? null, (payment_method) =>
    cartApi.cart.updatePaymentMode({ payment_method }),
  )
  const [instruction, setInstruction] = useInstruction(cart)
  const [hasAcceptedTerms, setAccepted] = useState(false)
  const [isPlacing, setIsPlacing] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const [opened, setOpened] = useState<OpenedPayment | null>(null)
  const { problem, setProblem, places } = useProblem()
  useOnlyMethod(cart, payment.choose)
  useComeBack(() => {
    setIsPaying(false)
    setOpened(null)
    setIsPlacing(false)
  })

  const fail = (message: string, field?: PaymentField) => setProblem({ message, ...(field ? { field } : {}) })

  async function submit() {
    if (isPlacing) return
    const { short, repriced } = problemsOf(cart)
    if (short.length > 0) return navigate('/cart')
    if (repriced.length > 0) return fail('First accept the new prices', 'cart')
    if (!shipping.chosen) return fail('Shipping Method is empty', 'shipping_method')
    if (!payment.chosen) return fail('Payment Method is empty', 'payment_method')
    if (needsTerms && !hasAcceptedTerms) return fail('Please accept the terms and conditions', 'accept_tnc')
    setIsPlacing(true)
    setProblem(null)
    await Promise.all([shipping.saving(), payment.saving()])
    // Saved choices have made the cart newer than the one this was rendered with.
    const latest = cartStore.getState().cart ?? cart
    if (latest.grand_total.amount !== cart.grand_total.amount) {
      setIsPlacing(false)
      return fail('The total has changed. Please check it before you order.')
    }
    setIsPaying(isPaidFirst(payment.chosen))
    const placed = await placeOrder(latest.id ?? 0, {
      version: latest.version,
      cart_session: latest.cart_session,
      accept_tnc: hasAcceptedTerms,
      instruction: instruction.trim(),
    })
    const outcome = 'pay' in placed ? await startPayment(placed.pay) : placed
    if ('isLeaving' in outcome) return
    if ('opened' in outcome) return setOpened(outcome.opened)
    setIsPaying(false)
    if ('go' in outcome) {
      if (outcome.say) showToast('error', outcome.say)
      return navigate(outcome.go, { replace: outcome.isOrdered })
    }
    setIsPlacing(false)
    if (outcome.field !== 'accept_tnc') showToast('error', outcome.stay)
    const isAboutPrices = problemsOf(cartStore.getState().cart ?? cart).repriced.length > 0
    fail(outcome.stay, isAboutPrices ? 'cart' : outcome.field)
  }

  return {
    shippingMethod: shipping.chosen,
    chooseShipping: (code: string) => {
      setProblem(null)
      shipping.choose(code)
    },
    paymentMethod: payment.chosen,
    choosePayment: (code: string) => {
      setProblem(null)
      payment.choose(code)
    },
    instruction,
    setInstruction,
    hasAcceptedTerms,
    acceptTerms: (isAccepted: boolean) => {
      setAccepted(isAccepted)
      setProblem(null)
    },
    isPlacing,
    isPaying,
    opened,
    problem,
    errorAt: (field: PaymentField) => (problem?.field === field ? problem.message : undefined),
    submit,
    ...places,
  }
}

/** A choice that is saved at once and shown before it is; the latest one counts, and a refusal takes it back. */
function useSavedChoice(saved: string | null, save: (code: string) => Promise<Reply<Cart>>) {
  const [wanted, setWanted] = useState<string | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(0)
  const choose = (code: string) => {
    latest.current += 1
    const mine = latest.current
    setWanted(code)
    cartStore.setState({ isUpdating: true })
    queue.current = queue.current.then(async () => {
      // Somebody trying all the choices does not save every one of them.
      if (mine !== latest.current) return
      keepCart(await save(code))
      if (mine !== latest.current) return
      setWanted(null)
      cartStore.setState({ isUpdating: false })
    })
  }
  return { chosen: wanted ?? saved, choose, saving: () => queue.current }
}

/** The only way to pay that there is needs no choosing. */
function useOnlyMethod({ cart_payment_method, cart_payment_methods }: Cart, choose: (code: string) => void) {
  const usable = cart_payment_methods.filter(({ is_available }) => is_available)
  const only = cart_payment_method === null && usable.length === 1 ? usable[0]?.code : undefined
  useEffect(() => {
    if (only) choose(only)
  }, [only])
}

/** Back from the gateway the browser shows the page as it was left: in the middle of going there. */
function useComeBack(onBack: () => void) {
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && onBack()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
}

function useInstruction({ id, instruction }: Cart) {
  const [text, setText] = useState(instruction ?? '')
  useEffect(() => {
    const kept = readDraft(id).instruction
    if (kept !== undefined) setText(kept)
  }, [id])
  const change = (next: string) => {
    setText(next)
    keepDraft(id, { instruction: next })
  }
  return [text, change] as const
}

/** What is wrong, and the place on the page that the focus goes to for it. */
function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const changes = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const terms = useRef<HTMLInputElement>(null)
  const shippingGroup = useRef<HTMLFieldSetElement>(null)
  const paymentGroup = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (!problem) return
    const place: RefObject<HTMLElement | null> =
      problem.field === undefined
        ? notice
        : { accept_tnc: terms, shipping_method: shippingGroup, payment_method: paymentGroup, cart: changes }[
            problem.field
          ]
    place.current?.focus()
  }, [problem])
  return { problem, setProblem, places: { changes, notice, terms, shippingGroup, paymentGroup } }
}
