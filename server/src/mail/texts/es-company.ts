import type { CompanyMails } from '../mail-template.ts'

export const esCompany: CompanyMails = {
  ownership_received: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Ahora es propietario de un equipo en ${brand}`,
    name,
    lead: [
      `${other} (${other_email}) le ha hecho propietario del equipo «${team}» el ${moment(at)}. Ahora puede hacerlo todo en esta cuenta, incluidos los pagos y los demás propietarios.`,
      'Si le han cedido la cuenta, el propietario anterior todavía conoce las contraseñas de API de sus usuarios. Cree otras nuevas en cuanto sus programas lo permitan.',
    ],
    action: { label: 'Abrir la página del equipo', url: linkTo('/api-access#team') },
    after: [],
  }),
  ownership_given: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Ha cedido un equipo en ${brand}`,
    name,
    lead: [
      `Ha hecho a ${other} (${other_email}) propietario del equipo «${team}» el ${moment(at)}. Ahora usted es administrador de este equipo.`,
      'Si no ha sido usted, establezca ya una contraseña nueva y póngase en contacto con nosotros.',
    ],
    action: { label: 'Abrir la página del equipo', url: linkTo('/api-access#team') },
    after: [],
  }),
  new_device: ({ name, device, ip, at, forgot_link }, { brand, moment }) => ({
    subject: `Nuevo inicio de sesión en su cuenta de ${brand}`,
    name,
    lead: [
      `Alguien inició sesión en su cuenta de ${brand} el ${moment(at)} con una combinación de navegador y dirección IP que no habíamos visto antes.`,
      `Navegador: ${device}. Dirección IP: ${ip}.`,
      'Si ha sido usted, no tiene que hacer nada. Si no, establezca ya una contraseña nueva: así se cierran todas las sesiones.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [],
  }),
  factor_required: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Su equipo en ${brand} exigirá un segundo factor`,
    name,
    lead: [
      `A partir del ${moment(at)}, en el equipo «${team}» solo podrán trabajar los miembros que tengan la verificación en dos pasos o una llave de acceso.`,
      'Usted aún no tiene ninguna de las dos. Configure una en su perfil antes de esa fecha: sin ella, después no podrá trabajar con los usuarios de API de este equipo. Las llamadas a la API no se ven afectadas.',
    ],
    action: { label: 'Configurarlo en el perfil', url: linkTo('/users/profile#two-factor') },
    after: [],
  }),
  factor_reset: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Se ha restablecido la verificación en dos pasos de su cuenta de ${brand}`,
    name,
    lead: [
      `El ${moment(at)} nuestro equipo de soporte eliminó la verificación en dos pasos y todas las llaves de acceso de su cuenta de ${brand}, porque se nos comunicó que se habían perdido. Se cerraron todas las sesiones.`,
      'Inicie sesión con su contraseña y configure de nuevo la verificación en dos pasos.',
      'Si no lo ha pedido usted, establezca ya una contraseña nueva y póngase en contacto con nosotros.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [],
  }),
  data_ready: ({ name, link, days: valid }, { brand, days }) => ({
    subject: `Sus datos de ${brand} están listos para descargar`,
    name,
    lead: [`El archivo con sus datos en ${brand} está listo. Inicie sesión y descárguelo en su perfil.`],
    action: { label: 'Abrir el perfil', url: link },
    after: [
      `Puede descargarse durante ${days(valid)}, solo por usted, y después se elimina.`,
      'Si no lo ha pedido usted, establezca ya una contraseña nueva y póngase en contacto con nosotros.',
    ],
  }),
}
