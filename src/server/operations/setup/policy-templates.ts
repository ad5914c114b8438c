type Block = { type: string; text: string }

const heading = (text: string): Block => ({ type: 'heading', text })
const paragraph = (text: string): Block => ({ type: 'paragraph', text })

/** A start for the privacy policy: what the shop does is said, what only its owner knows is a gap. It is no legal advice. */
export const privacyTemplate = (shop: string): Block[] => [
  heading('Who is responsible'),
  paragraph(
    `${shop}, [[name and postal address of the business]]. For questions about your data: [[email for privacy questions]].`,
  ),
  heading('What we collect, and why'),
  paragraph(
    'To deliver what you order and to handle returns: your name, address, phone number, email address and your orders. Invoices are kept for as long as the tax law requires: [[number of years]].',
  ),
  paragraph(
    'Necessary cookies keep your cart and your login. Optional cookies are set only after you accept them; you can change that at any time under “Manage cookies”.',
  ),
  heading('Who receives it'),
  paragraph(
    'Those who carry out your order: [[couriers]], [[payment companies]] and [[companies that send our mails and messages]].',
  ),
  heading('Your rights'),
  paragraph(
    'You may see, correct, export and delete your data in your account, or by writing to us, and withdraw a consent as easily as you gave it. You may complain to [[data protection authority]].',
  ),
]

/** A start for the page that says who runs the shop, as the countries of the European Union ask. Directive 2000/31/EC, Art. 5. */
export const imprintTemplate = (shop: string): Block[] => [
  paragraph(shop),
  paragraph('[[Name of the business and its legal form]]'),
  paragraph('[[Postal address]]'),
  paragraph('Represented by [[names of the managing directors]]'),
  paragraph('Email: [[email]]. Phone: [[phone number]]'),
  paragraph('Register: [[register and number]]. VAT identification number: [[VAT number]]'),
  paragraph('Responsible for the content: [[name and address]]'),
]

/** A start for the statement about the accessibility of the shop. Directive (EU) 2019/882, Art. 13 and Annex V. */
export const accessibilityTemplate = (shop: string): Block[] => [
  paragraph(
    `${shop} wants everyone to be able to shop here. This statement is about this website and is of [[date of the statement]].`,
  ),
  heading('How accessible it is'),
  paragraph(
    'The shop is meant to meet the Web Content Accessibility Guidelines 2.2, level AA, as EN 301 549 asks: with keyboard and screen reader, at 400 % zoom, at 320 pixels of width, and for most steps without JavaScript. It was last checked on [[date of the last audit]], by [[who checked it, and how]]. The result: [[fully or partly conformant]].',
  ),
  heading('What is not accessible yet'),
  paragraph('[[parts that are not accessible, why, and by when they will be, or none]]'),
  heading('Tell us'),
  paragraph(
    'If something does not work for you, write to [[email for accessibility]]. We answer within [[number of days]].',
  ),
  heading('If we do not help'),
  paragraph('The authority that supervises this is [[authority of the country, with its address]].'),
]
