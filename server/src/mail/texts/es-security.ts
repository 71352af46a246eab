import type { SecurityMails } from '../mail-template.ts'

export const esSecurity: SecurityMails = {
  factor_on: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La verificación en dos pasos está activada en su cuenta de ${brand}`,
    name,
    lead: [
      `La verificación en dos pasos se activó en su cuenta de ${brand} el ${moment(at)}. A partir de ahora, para iniciar sesión también necesita un código de su aplicación de autenticación.`,
      'Se han cerrado todas las demás sesiones. El acceso a la API no se ve afectado.',
      'Si no ha sido usted, establezca ahora una contraseña nueva y póngase en contacto con nosotros.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [],
  }),
  factor_off: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La verificación en dos pasos está desactivada en su cuenta de ${brand}`,
    name,
    lead: [
      `La verificación en dos pasos se desactivó en su cuenta de ${brand} el ${moment(at)}. Para iniciar sesión ya no se pide ningún código.`,
      'Si ha sido usted, no tiene que hacer nada. Si no, establezca ahora una contraseña nueva y vuelva a activar la verificación en dos pasos.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [],
  }),
  email_change_old: ({ name, code, new_email, minutes: valid }, { brand, minutes }) => ({
    subject: `Confirme la nueva dirección de correo de su cuenta de ${brand}`,
    name,
    lead: [
      `Alguien con la sesión iniciada en su cuenta de ${brand} quiere cambiar su dirección de correo a ${new_email}. Para confirmarlo, introduzca este código en la página del perfil.`,
    ],
    code,
    after: [
      `El código es válido durante ${minutes(valid)}.`,
      'Si no ha sido usted, no introduzca el código en ningún sitio y establezca una contraseña nueva: alguien conoce la actual.',
    ],
  }),
  email_change_new: ({ name, code, minutes: valid }, { brand, minutes }) => ({
    subject: `Confirme su nueva dirección de correo para ${brand}`,
    name,
    lead: [
      `Esta dirección va a ser la dirección de correo de una cuenta de ${brand}. Para confirmarlo, introduzca este código en la página del perfil.`,
    ],
    code,
    after: [
      `El código es válido durante ${minutes(valid)}.`,
      'Si no lo ha solicitado, ignore este correo. Sin el código no cambia nada.',
    ],
  }),
  email_changed: ({ name, at, new_email, link, days: valid }, { brand, moment, days }) => ({
    subject: `Se ha cambiado la dirección de correo de su cuenta de ${brand}`,
    name,
    lead: [
      `La dirección de correo de su cuenta de ${brand} se cambió a ${new_email} el ${moment(at)}. A partir de ahora inicia sesión con la nueva dirección.`,
      'Si ha sido usted, no tiene que hacer nada. Si no, deshaga el cambio con este enlace: la cuenta recupera esta dirección y se cierran todas las sesiones.',
    ],
    action: { label: 'Deshacer el cambio', url: link },
    after: [`El enlace funciona una vez, durante ${days(valid)}.`],
  }),
  email_restored: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Su cuenta de ${brand} ha recuperado su dirección de correo`,
    name,
    lead: [
      `Su cuenta de ${brand} vuelve a tener esta dirección de correo desde el ${moment(at)}. Se han cerrado todas las sesiones.`,
      'Si la cambió otra persona, es posible que conozca su contraseña. Establezca ahora una nueva.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [
      'Se han eliminado las llaves de acceso, los servicios de inicio de sesión vinculados y la verificación en dos pasos añadidos en torno al cambio.',
    ],
  }),
  passkey_added: ({ name, passkey, at }, { brand, moment, linkTo }) => ({
    subject: `Se ha añadido una llave de acceso a su cuenta de ${brand}`,
    name,
    lead: [
      `La llave de acceso «${passkey}» se añadió a su cuenta de ${brand} el ${moment(at)}. Quien la tenga puede iniciar sesión sin contraseña.`,
      'Si ha sido usted, no tiene que hacer nada. Si no, elimínela en su perfil y establezca una contraseña nueva.',
    ],
    action: { label: 'Abrir el perfil', url: linkTo('/users/profile#passkeys') },
    after: [],
  }),
}
