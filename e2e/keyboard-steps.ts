import { expect, type Locator, type Page } from '@playwright/test'
import { nextFrames } from './shopper.ts'

/** So many presses of Tab are no way that a person would go. */
const MOST_PRESSES = 80

/** A person presses no shortcut sooner after reading what a screen says; until then it may still give the focus to something. */
const PERSONS_PAUSE_MS = 250

/** Any pointer fails the test: a page that logs an error is not accepted (`shopper.ts`). */
export async function refusePointers(page: Page) {
  await page.addInitScript(() => {
    const refuse = ({ type }: Event) => console.error(`${type} in a journey by keyboard`)
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(type, refuse, true)
  })
}

/** What a person does who has no pointer: each step presses keys. */
export function keysOf(page: Page) {
  const { keyboard } = page
  async function press(...keys: string[]) {
    await page.waitForTimeout(PERSONS_PAUSE_MS)
    for (const key of keys) await keyboard.press(key)
  }

  /** Tab, or Shift+Tab to what is before the focus. @throws when nothing has the focus, or the way is too long. */
  async function to(target: Locator) {
    await target.waitFor()
    // On the document, Tab would begin at the top again, and a screen reader has lost its place.
    const focused = () => page.evaluate(() => document.activeElement?.tagName)
    await expect.poll(focused, 'what had the focus is gone').not.toBe('BODY')
    // A dialog that opens gives the focus to its first field: keys that are pressed before go to the wrong one.
    const isReady = () =>
      target.evaluate((element) => {
        const dialog = element.closest('[role=dialog], [role=alertdialog]')
        return !dialog || dialog.contains(document.activeElement)
      })
    await expect.poll(isReady, 'the dialog has the focus').toBe(true)
    for (let pressed = 0; pressed <= MOST_PRESSES; pressed += 1) {
      const key = await target.evaluate((element) => {
        const { activeElement: from } = document
        if (!from || from === element) return undefined
        const isBefore = element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING
        return isBefore && from !== document.body ? 'Shift+Tab' : 'Tab'
      })
      if (!key) return
      await keyboard.press(key)
    }
    throw new Error(`${MOST_PRESSES} presses of Tab did not lead to ${target}`)
  }

  async function enter(target: Locator, key = 'Enter') {
    await to(target)
    await keyboard.press(key)
  }

  /** Replaces what is in a field. */
  async function type(field: Locator, text: string) {
    await to(field)
    await keyboard.press('Control+a')
    await keyboard.type(text)
  }

  /** A select goes to the options that begin with what is typed, and arrows from there. A space would open it. */
  async function choose(select: Locator, label: string) {
    await to(select)
    const options = await select.locator('option').allTextContents()
    const chosen = select.locator('option:checked')
    await keyboard.type(label.split(' ')[0] ?? '')
    for (let pressed = 0; pressed < 20; pressed += 1) {
      const missing = options.indexOf(label) - options.indexOf((await chosen.textContent()) ?? '')
      if (missing === 0) break
      await keyboard.press(missing > 0 ? 'ArrowDown' : 'ArrowUp')
    }
    await expect(chosen).toHaveText(label)
  }

  /** Types into the field at the top. What opens or closes at that moment may take the focus from it: then once more. */
  async function search(text: string) {
    const field = page.getByRole('combobox', { name: 'Search everything' })
    await expect(async () => {
      const isThere = await field.evaluate((element) => element === document.activeElement)
      await press(isThere ? 'Control+a' : '/')
      await nextFrames(page)
      await expect(field).toBeFocused({ timeout: 1_000 })
      await keyboard.type(text)
      await expect(field).toHaveValue(text, { timeout: 1_000 })
    }).toPass()
  }

  /** Tab leads into a group of radio buttons, arrows to one of them. */
  async function pick(radio: Locator) {
    const group = page.locator(`input[type=radio][name="${await radio.getAttribute('name')}"]`)
    const checked = group.and(page.locator(':checked'))
    await to((await checked.count()) > 0 ? checked : group.first())
    for (let pressed = 0; pressed < 20 && !(await radio.isChecked()); pressed += 1)
      await keyboard.press((await checked.count()) > 0 ? 'ArrowDown' : 'Space')
    await expect(radio).toBeChecked()
  }

  return { press, to, enter, type, choose, search, pick, text: (text: string) => keyboard.type(text) }
}
