import type { ClosingMails } from '../mail-template.ts'

export const esClosing: ClosingMails = {
  account_closing: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Se está cerrando una cuenta en ${brand}`,
    name,
    lead: [
      `Un propietario ha cerrado la cuenta de ${team} en ${brand}. Desde ahora se rechazan las llamadas a la API y no se renueva ni se cobra nada.`,
      `Los datos personales se borrarán el ${moment(at)}. Hasta entonces, cualquier propietario puede cancelar el cierre con un clic. El saldo restante no se devuelve automáticamente: si quiere un reembolso, póngase en contacto con nosotros antes de esa fecha.`,
    ],
    action: { label: 'Cancelar el cierre', url: linkTo('/users/profile#close-account') },
    after: [
      'Si no ha sido usted ni otro propietario, cancele el cierre, establezca una contraseña nueva y póngase en contacto con nosotros.',
    ],
  }),
  account_closes_soon: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Una cuenta en ${brand} se borrará pronto`,
    name,
    lead: [
      `La cuenta de ${team} en ${brand} está cerrada y se borrará el ${moment(at)}.`,
      'Después no se podrá recuperar. Descargue antes sus datos o cancele el cierre en su perfil.',
    ],
    action: { label: 'Abrir el perfil', url: linkTo('/users/profile#close-account') },
    after: [],
  }),
  account_closed: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Se ha cerrado una cuenta en ${brand}`,
    name,
    lead: [
      `La cuenta de ${team} en ${brand} se cerró el ${moment(at)}. Los datos personales se están borrando; las facturas se conservan como exige la ley.`,
      'Gracias por haber trabajado con nosotros. Puede registrarse de nuevo en cualquier momento.',
    ],
    action: { label: 'Registrarse de nuevo', url: linkTo('/register') },
    after: [],
  }),
}
