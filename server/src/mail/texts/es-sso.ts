import type { SsoMails } from '../mail-template.ts'

export const esSso: SsoMails = {
  sso_changed: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Se ha cambiado el inicio de sesión único de su equipo en ${brand}`,
    name,
    lead: [
      other_email
        ? `${other} (${other_email}) cambió la configuración del inicio de sesión único (SSO) del equipo «${team}» el ${moment(at)}.`
        : `Un dominio del equipo «${team}» se confirmó por correo para el inicio de sesión único (SSO) el ${moment(at)}.`,
      'El inicio de sesión único decide quién entra en su equipo. Si no reconoce este cambio, revise ahora la configuración y desactívelo.',
    ],
    action: { label: 'Revisar la configuración', url: linkTo('/api-access#sso') },
    after: [],
  }),
  sso_domain: ({ domain, team, other, other_email, link, days: valid }, { brand, days }) => ({
    subject: `Confirme ${domain} para el inicio de sesión único en ${brand}`,
    lead: [
      `${other} (${other_email}) quiere que el equipo «${team}» use el inicio de sesión único (SSO) con todas las personas que tienen una dirección de ${domain}.`,
      'Confírmelo solo si administra este dominio y conoce al remitente: el equipo decidirá cómo inician sesión en él las personas con esas direcciones.',
    ],
    action: { label: 'Ver la solicitud', url: link },
    after: [
      `El enlace es válido durante ${days(valid)}.`,
      'Si no conoce al remitente, ignore este correo. No cambiará nada.',
    ],
  }),
  sso_full: ({ name, team, accounts }, { brand, linkTo }) => ({
    subject: `El inicio de sesión único de su equipo en ${brand} no admite personas nuevas por ahora`,
    name,
    lead: [
      `El servicio de inicio de sesión del equipo «${team}» ha creado ${accounts} cuentas, demasiadas en poco tiempo. Por ahora, nadie nuevo puede unirse así. Los miembros inician sesión como siempre.`,
      'Si está añadiendo a muchas personas, podrán unirse en un día. Si no las conoce, revise su servicio de inicio de sesión y desactive el inicio de sesión único.',
    ],
    action: { label: 'Revisar los miembros', url: linkTo('/api-access#team') },
    after: [],
  }),
  sso_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
    subject: `Nuevo miembro en su equipo de ${brand}`,
    name,
    lead: [
      `${member ? `${member} (${member_email})` : member_email} ha entrado con el inicio de sesión único y ya forma parte de su equipo. Rol: ${role(given)}.`,
    ],
    action: { label: 'Abrir el equipo', url: linkTo('/api-access#team') },
    after: ['Puede cambiar el rol o retirar al miembro en su panel en cualquier momento.'],
  }),
}
