import type { StatusTexts } from '../texts.ts'

export const es: StatusTexts = {
  title: (brand) => `Estado de ${brand}`,
  description: (brand) => `Si las API de ${brand} funcionan ahora y cómo han funcionado en los últimos 90 días.`,
  overall: {
    operational: 'Todas las API funcionan',
    degraded: 'Algunas llamadas fallan',
    outage: 'Hay una interrupción',
    maintenance: 'Mantenimiento en curso',
    unknown: 'Se desconoce el estado actual',
  },
  states: { operational: 'Funciona', degraded: 'Falla en parte', outage: 'Interrupción', maintenance: 'Mantenimiento' },
  as_of: (at) => `A fecha de ${at}`,
  old: (at) => `Ahora no podemos leer el estado actual. Este es el último estado conocido, del ${at}.`,
  never: 'Ahora no podemos leer el estado actual. Vuelva a intentarlo en unos minutos.',
  apis: 'Los últimos 90 días',
  legend:
    'Cada barra es un día en UTC. Solo cuentan como fallos las llamadas que fallaron por nosotros o por nuestras fuentes de datos, no las solicitudes rechazadas, por ejemplo, por una contraseña incorrecta, un campo no válido o falta de saldo.',
  answered: (percent) => `${percent} con respuesta`,
  no_calls: 'Aún no hay llamadas',
  first_day: 'Hace 90 días',
  today: 'Hoy',
  day: (day, percent) => `${day}: ${percent} con respuesta`,
  day_without_calls: (day) => `${day}: sin llamadas`,
  bad_days: 'Días con fallos',
  current: 'Ahora y previsto',
  past: 'Incidencias y mantenimientos anteriores',
  no_incidents: 'Ninguno en los últimos 90 días.',
  heading: {
    none: (apis) => `Información sobre ${apis}`,
    degraded: (apis) => `Algunas llamadas fallan: ${apis}`,
    outage: (apis) => `Interrupción: ${apis}`,
  },
  all_apis: 'todas las API',
  update_states: {
    investigating: { label: 'En investigación', sentence: 'Estamos investigando el problema.' },
    identified: { label: 'Causa encontrada', sentence: 'Conocemos la causa y trabajamos en la solución.' },
    monitoring: { label: 'En observación', sentence: 'La solución está activa y observamos el resultado.' },
    resolved: { label: 'Resuelto', sentence: 'El problema está resuelto.' },
  },
  maintenance: 'Mantenimiento programado',
  maintenance_text: (from, to) => `Del ${from} al ${to}. Durante ese tiempo pueden fallar llamadas.`,
  windows: {
    planned: 'Próximamente',
    changed: 'Nuevo horario',
    cancelled: 'Cancelado',
    cancelled_text: (from) => `El mantenimiento previsto a partir del ${from} no se realizará.`,
  },
  subscribe: {
    heading: 'Reciba los avisos por correo',
    hint: 'Un correo por cada aviso sobre una incidencia y por cada mantenimiento previsto. Puede darse de baja con un clic en cualquier momento.',
    label: 'Correo electrónico',
    button: 'Suscribirse',
    feed: 'Canal Atom',
  },
  sent: {
    title: 'Revise su correo',
    text: (email) =>
      `Hemos enviado un correo a ${email}. Abra el enlace que contiene para confirmar la suscripción; es válido durante 24 horas.`,
  },
  wrong_email: 'Introduzca una dirección de correo válida.',
  too_many: 'Demasiados intentos. Vuelva a intentarlo dentro de una hora.',
  confirm: {
    title: 'Confirme su suscripción',
    text: (email) => `Los avisos sobre incidencias se enviarán a ${email}.`,
    button: 'Confirmar suscripción',
  },
  confirmed: {
    title: 'Suscripción confirmada',
    text: (email) => `A partir de ahora, ${email} recibe un correo por cada aviso sobre una incidencia.`,
  },
  stop: {
    title: 'Cancelar los avisos de estado',
    text: (email) => `${email} ya no recibirá correos sobre incidencias.`,
    button: 'Darse de baja',
  },
  stopped: { title: 'Suscripción cancelada', text: (email) => `${email} ya no recibe correos sobre incidencias.` },
  old_link: {
    title: 'Este enlace ya no es válido',
    text: 'Introduzca de nuevo su dirección en la página de estado para recibir otro.',
  },
  busy: {
    title: 'Vuelva a intentarlo más tarde',
    text: 'Ahora no podemos guardarlo. La página de estado sigue funcionando.',
  },
  back: 'Volver a la página de estado',
  language: 'Idioma',
}
