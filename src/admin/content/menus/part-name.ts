/** The name of a part of the page that shows a menu: `TopBar` is "Top bar". */
export const partName = (component: string) =>
  component.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
