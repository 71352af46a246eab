import type { Texts } from '../mail-template.ts'
import { esAlerts } from './es-alerts.ts'
import { esBilling } from './es-billing.ts'
import { esBillingNotes } from './es-billing-notes.ts'
import { esClosing } from './es-closing.ts'
import { esCompany } from './es-company.ts'
import { esSecurity } from './es-security.ts'
import { esSso } from './es-sso.ts'
import { esStaff } from './es-staff.ts'
import { esStatus } from './es-status.ts'
import { esSubscriptions } from './es-subscriptions.ts'

export const es: Texts = {
  greeting: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  no_button: 'Si el botón no funciona, abra esta dirección en el navegador:',
  reasons: {
    sign_up: (brand, to) => `Recibe este correo porque la dirección ${to} se indicó al registrarse en ${brand}.`,
    account: (brand, to) => `Recibe este correo porque la dirección ${to} pertenece a una cuenta de ${brand}.`,
    invitation: (brand, to) =>
      `Recibe este correo porque alguien indicó la dirección ${to} en una invitación a ${brand}.`,
    team: (brand, to) => `Recibe este correo porque la cuenta ${to} tiene un equipo en ${brand}.`,
    alert: (brand, to) => `Recibe este correo porque las alertas a ${to} están activadas en ${brand}.`,
    domain: (brand, to) =>
      `Recibe este correo porque alguien quiere verificar en ${brand} que el dominio de ${to} es suyo.`,
    billing: (brand, to) => `Recibe este correo porque ${to} recibe las facturas de una cuenta de ${brand}.`,
    status: (brand, to) => `Recibe este correo porque se introdujo ${to} en la página de estado de ${brand}.`,
  },
  questions: '¿Preguntas?',
  preferences: 'Preferencias de correo',
  unsubscribe: 'Darse de baja',
  colon: ':',
  roles: {
    owner: 'Propietario',
    admin: 'Administrador',
    developer: 'Desarrollador',
    finance: 'Finanzas',
    viewer: 'Lector',
  },
  mails: {
    activation: ({ name, code, code_minutes, link, link_hours }, { brand, minutes, hours }) => ({
      subject: `Confirme su dirección de correo para ${brand}`,
      name,
      lead: [
        `Gracias por registrarse en ${brand}. Para terminar, introduzca este código en la página en la que se registró o abra el enlace de abajo.`,
      ],
      code,
      action: { label: 'Confirmar la dirección', url: link },
      after: [
        `El código es válido durante ${minutes(code_minutes)} y el enlace durante ${hours(link_hours)}.`,
        'Si no se ha registrado, ignore este correo. Sin esta confirmación no se abre ninguna cuenta.',
      ],
    }),
    confirm_again: ({ name, link, link_hours }, { brand, hours }) => ({
      subject: `Confirme de nuevo su dirección de correo para ${brand}`,
      name,
      lead: [
        `Confirme que esta dirección sigue siendo suya: ${brand} la necesita para todo lo que afecta a su cuenta. Hasta entonces la API rechaza las llamadas; nada más cambia.`,
      ],
      action: { label: 'Confirmar la dirección', url: link },
      after: [`El enlace es válido durante ${hours(link_hours)}.`, 'Si no utiliza esta cuenta, ignore este correo.'],
    }),
    already_registered: ({ name, sign_in_link, forgot_link }, { brand }) => ({
      subject: `Ya tiene una cuenta en ${brand}`,
      name,
      lead: [
        `Alguien, probablemente usted, ha intentado registrarse en ${brand} con esta dirección de correo. Ya pertenece a su cuenta, así que no ha cambiado nada. Solo tiene que iniciar sesión.`,
      ],
      action: { label: 'Iniciar sesión', url: sign_in_link },
      after: [
        { label: '¿Ha olvidado la contraseña? Establezca una nueva', url: forgot_link },
        'Si no ha sido usted, no tiene que hacer nada.',
      ],
    }),
    reset: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Establezca una contraseña nueva para ${brand}`,
      name,
      lead: [
        `Hemos recibido una solicitud para establecer una contraseña nueva en su cuenta de ${brand}.`,
        `El enlace es válido durante ${minutes(valid)} y solo se puede usar una vez.`,
      ],
      action: { label: 'Establecer una contraseña', url: link },
      after: ['Si no lo ha solicitado, ignore este correo. Su contraseña no cambiará.'],
    }),
    password_changed: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Se ha cambiado su contraseña de ${brand}`,
      name,
      lead: [
        `La contraseña de su cuenta de ${brand} se cambió el ${moment(at)}.`,
        'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva ahora.',
      ],
      action: { label: 'Establecer una contraseña', url: forgot_link },
      after: [],
    }),
    invitation: ({ team, inviter, role: given, link, days: valid }, { brand, days, role }) => ({
      subject: `${inviter || brand} le invita a un equipo en ${brand}`,
      lead: [
        team === inviter
          ? `${inviter || brand} le invita a unirse a su equipo en ${brand}. Su rol: ${role(given)}.`
          : `${inviter || brand} le invita a unirse al equipo de ${team || brand} en ${brand}. Su rol: ${role(given)}.`,
      ],
      action: { label: 'Ver la invitación', url: link },
      after: [
        `La invitación es válida durante ${days(valid)} y solo funciona con esta dirección de correo.`,
        'Si no conoce al remitente, ignore este correo.',
      ],
    }),
    sign_in_link: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Su enlace para iniciar sesión en ${brand}`,
      name,
      lead: [
        `Con este enlace iniciará sesión en ${brand} sin contraseña.`,
        `Es válido durante ${minutes(valid)} y solo se puede usar una vez.`,
      ],
      action: { label: 'Iniciar sesión', url: link },
      after: [
        'No lo comparta: quien lo abra iniciará sesión en su nombre. Si no lo ha solicitado, ignore este correo.',
      ],
    }),
    impersonation_notice: ({ name, staff, reason, at }, { brand, moment, support }) => ({
      subject: `El soporte de ${brand} ha entrado en su cuenta`,
      name,
      lead: [
        `Un miembro del equipo de soporte de ${brand}${staff ? ` (${staff})` : ''} entró en su cuenta el ${moment(at)}.`,
        `Motivo indicado: ${reason || '–'}`,
      ],
      ...(support && { action: { label: 'Contactar con soporte', url: support } }),
      after: [
        'El soporte no puede ver ni cambiar su contraseña, y el acceso queda anotado en el registro de su cuenta.',
        'Si no lo esperaba, póngase en contacto con nuestro soporte.',
      ],
    }),
    team_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
      subject: `Nuevo miembro en su equipo de ${brand}`,
      name,
      lead: [
        `${member ? `${member} (${member_email})` : member_email} ha aceptado su invitación y ya forma parte de su equipo. Rol: ${role(given)}.`,
      ],
      action: { label: 'Abrir el equipo', url: linkTo('/api-access#team') },
      after: ['Puede cambiar el rol o retirar al miembro en su panel en cualquier momento.'],
    }),
    credentials_link: ({ name, login, link }, { brand }) => ({
      subject: `Sus credenciales de la API de ${brand}`,
      name,
      lead: [
        `Ha pedido un enlace a las credenciales de API de ${login}. Por su seguridad solo se muestran en el panel y nunca se envían por correo.`,
      ],
      action: { label: 'Abrir el acceso a la API', url: link },
      after: ['Si no lo ha pedido usted, ignore este correo.'],
    }),
    key_expires: ({ name, key, login, at, link }, { brand, moment }) => ({
      subject: `Su clave de API «${key}» de ${brand} caduca pronto`,
      name,
      lead: [
        `La clave de API «${key}» de ${login} deja de funcionar el ${moment(at)}. A partir de entonces se rechazarán los programas que la usen.`,
      ],
      action: { label: 'Abrir las claves de API', url: link },
      after: [
        'Amplíe su validez o cree una clave nueva y póngala en su programa. Si ya no la necesita, no tiene que hacer nada.',
      ],
    }),
    identity_linked: ({ name, provider: linked, at }, { brand, moment, provider, linkTo }) => ({
      subject: `Inicio de sesión con ${provider(linked)} añadido a su cuenta de ${brand}`,
      name,
      lead: [
        `El ${moment(at)} se vinculó una cuenta de ${provider(linked)} a su cuenta de ${brand}. A partir de ahora puede iniciar sesión con ella.`,
      ],
      action: { label: 'Abrir el perfil', url: linkTo('/users/profile') },
      after: ['Si no ha sido usted, elimine el vínculo en su perfil y cambie la contraseña.'],
    }),
    link_first: ({ name, provider: service, sign_in_link, forgot_link }, { brand, provider }) => ({
      subject: `Ya tiene una cuenta en ${brand}`,
      name,
      lead: [
        `Alguien, probablemente usted, ha intentado registrarse en ${brand} con ${provider(service)} y esta dirección de correo. Ya pertenece a su cuenta, así que no ha cambiado nada.`,
        `Para iniciar sesión con ${provider(service)} a partir de ahora, inicie sesión como siempre y vincule ${provider(service)} en su perfil.`,
      ],
      action: { label: 'Iniciar sesión', url: sign_in_link },
      after: [
        { label: '¿Ha olvidado la contraseña? Establezca una nueva', url: forgot_link },
        'Si no ha sido usted, no tiene que hacer nada.',
      ],
    }),
    sign_in_stopped: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Demasiadas contraseñas incorrectas para su cuenta de ${brand}`,
      name,
      lead: [
        `Se ha introducido muchas veces seguidas una contraseña incorrecta para su cuenta de ${brand}, la última el ${moment(at)}. Nadie ha entrado.`,
        'Los navegadores nuevos no podrán iniciar sesión con la contraseña hasta que establezca una nueva. Los navegadores en los que ya había iniciado sesión siguen funcionando.',
      ],
      action: { label: 'Establecer una contraseña nueva', url: forgot_link },
      after: [],
    }),
    ...esSecurity,
    ...esCompany,
    ...esSso,
    ...esStatus,
    ...esStaff,
    ...esClosing,
    database_updated: ({ name, database, version, link }, { brand }) => ({
      subject: `Nueva versión de una base de datos comprada en ${brand}`,
      name,
      lead: [
        `Hay una nueva versión de «${database}»: ${version}. Su compra incluye actualizaciones, así que los archivos están disponibles sin coste adicional.`,
      ],
      action: { label: 'Abrir mis compras', url: link },
      after: ['Los cambios se describen en la página de la base de datos.'],
    }),
    ...esAlerts,
    ...esBilling,
    ...esBillingNotes,
    ...esSubscriptions,
  },
}
