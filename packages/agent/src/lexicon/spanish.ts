import type { Lexicon } from '../concepts.ts'

/** Spanish, with and without accents. */
export const spanish: Lexicon = {
  language: 'es',
  numbers: `cero|uno/un/una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce/una docena|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veintiuno/veintiuna/veintiún|veintidós|veintitrés
    |veinticuatro`,
  moreNumbers: {
    10: 'decena/una decena de/decena de',
    2: 'dos/un par de/par de',
    30: 'treinta',
    36: 'treinta y seis',
    45: 'cuarenta y cinco',
    48: 'cuarenta y ocho',
    60: 'sesenta',
    72: 'setenta y dos',
    90: 'noventa',
  },
  phrases: {
    price:
      'sale a|sale por|se vende|qué precio|qué valor|qué cotización|costaría|costarían|valdría|sale|saldría|me costaría|precio|precios|cuesta|cuestan|cuestas|costo|coste|costar|vale|valen|valor|cotización|cotizaciones|cotiza|cotizan|tasa|tipo de cambio|caro|cara|barato|valiendo',
    ask: 'cuánto|cuánta|a cuánto|a cómo|cómo va|cómo está|cómo anda|en cuánto está|a cuánto está|cuánto está|cómo van|cómo le va|a cómo está',
    predict:
      'predicción|predicciones|predice|predecir|predices|pronóstico|pronósticos|pronostica|pronosticar|previsión|previsiones|proyección|proyecciones|estimación|perspectiva|perspectivas|estima|esperas|se espera|precio objetivo|probabilidad|alcista|bajista|expectativa',
    future:
      'podría estar|podría costar|podría valer|podría llegar|estaría|valdría dentro|será|serán|estará|estarán|valdrá|valdrán|costará|costarán|subirá|subirán|bajará|bajarán|caerá|va|van|va a|van a|llegará|alcanzará|irá|habrá|terminará|superará|cerrará|cotizará|sería|hará',
    history:
      'historial|histórico|históricos|historia|evolución|evolucionado|rendimiento|variación|cambio|cambiado|cambió|subido|bajado|caído|ganado|perdido|gráfico|gráfica|movimiento|movido|desempeño|subió|bajó|cayó|tendencia|comportamiento|ha ido|movió',
    past: 'era|eran|estaba|estaban|valía|valían|costaba|costaban|fue|ha|han|había|estuvo|costó|valió|cotizaba|tenía|hizo',
    move: 'subir|bajar|caer|sube|baja|cae|crecer|aumentar|alza|más alto|más bajo|más|menos|arriba|abajo|dispararse|desplomarse|pasar|pasará|pasa|mayor|menor|crece|subiendo|bajando|mejor|peor|rebotar',
    level:
      'sobre|encima|por encima|por encima de|debajo|por debajo|por debajo de|superar|superado|supera|alcanzar|alcanzado|llegar|llegado|llegado a|cruzado|más de|menos de|pasado de|rompió|llegó|superó|rompe',
    compare:
      'quien sube|quien baja|quien cae|quien subio|quien cayo|quien va|compara|comparar|comparado|comparación|contra|frente|frente a|respecto|respecto a|versus|vs|que|diferencia|entre',
    minute: 'minuto|minutos|min',
    hour: 'horita|horitas|hora|horas|h|hs|hrs|hr',
    day: 'día|días|d',
    week: 'semana|semanas',
    month: 'mes|meses',
    year: 'año|años|ano|anos',
    now: 'ahora|ahora mismo|ahorita|actual|actuales|actualmente|en este momento|en estos momentos|en vivo|en tiempo real|hoy en día|al momento|ya mismo|de ahora|presente',
    today: 'hoy|de hoy',
    tomorrow: 'mañana|de mañana|mañana a esta hora',
    yesterday: 'ayer|de ayer',
    twoDaysAgo: 'anteayer|antier|antes de ayer',
    twoDaysAhead: 'pasado mañana',
    halfDay: 'medio dia|mitad de día|medio día|la mitad de un día',
    clock:
      'en aquel entonces|penúltima|penúltimo|por aquel entonces|en aquella época|hace tiempo|hace mucho|hace mucho tiempo|recientemente|el otro día|dentro de un rato|dentro de un ratito|en un rato|en un ratito|en breve|dentro de poco|pronto|al mediodía|al medio día|a mediodía|mañana por la tarde|mañana por la noche|mañana temprano|ayer por la tarde|ayer por la noche|ayer al mediodía|esta noche|esta tarde|noche|tarde|medianoche|mediodía|esta mañana|por la mañana|anoche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|fin de semana|final del día|fin del día|mañana por la mañana',
    far: 'fin de mes|fin de año|final del mes|final de año|largo plazo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|siglo|navidad|trimestre|principios de mes|principios de año|este año|algún día',
    few: 'unas|unos|pocas|pocos|varias|varios|algunas|segundos|unas pocas|unas cuantas',
    in: 'en|dentro de|de aquí a|tras|después de|al cabo de',
    next: 'próxima|próximas|próximo|próximos|siguiente|siguientes|que viene|que vienen|venideras',
    last: 'última|últimas|último|últimos|pasada|pasadas|pasado|pasados|anterior|anteriores|previas',
    since: 'desde|desde hace',
    agoBefore: 'hace|hacía|hacen',
    ago: 'atrás|antes|previo',
    ahead: 'después|más tarde|a partir de ahora|desde ahora|luego',
    and: 'y|e|o|u|luego|así como|más',
    article: 'el|la|los|las|un|una|lo',
    of: 'de|del|para|sobre|por|al|a',
    at: 'a',
    not: 'no quiero|no me interesa|no|sin|excepto|salvo|menos',
    to: 'en|a',
    half: 'medio|media',
    andHalf: 'y media|y medio',
    quarter: 'cuartos de|cuarto|un cuarto|un cuarto de|cuarto de',
    currency: 'dólar|dólares|euro|euros|usd|eur|pesos|peso',
    coinNoun: 'coin|moneda|token|cripto|criptomoneda|red|protocolo|criptomonedas',
    thousand: 'mil|millón|millones|por ciento|k',
    it: 'él|ella|eso|esto|ese|este|esa|esta|su',
    both: 'sus|ambos|ambas|los dos|las dos|ellos|ellas|todos|todas|esos|estos|cada uno',
    other: 'el otro|la otra|otro|otra|del otro',
    first: 'el primero|la primera|primero|primera|del primero',
    second: 'el segundo|la segunda|segundo|segunda|del segundo',
    again: 'otra vez|de nuevo|repite|repítelo|nuevamente|lo mismo|igual|mismo|misma|la misma|el mismo|misma pregunta|ídem',
    thatAfter: 'después de eso|después de esto',
    thatBefore: 'antes de eso|antes de esto',
    follow:
      'qué tal|y qué tal|qué hay de|y qué hay de|qué pasa con|y si|también|mejor|en cambio|no|quise decir|quería decir|y|ok|vale|pero|entonces|solo|perdón|sino|ahora con',
    explain:
      'qué es|qué son|explica|explícame|explicar|significa|inventó|creó|fundó|creado|funciona|funcionan|minería|minar|staking|estafa|legal|prohibido|háblame|cuéntame|billetera|segura|seguro',
    metric:
      'precio de apertura|precio de cierre|volátil|volátiles|capitalización|capitalización de mercado|volumen|suministro|oferta|dominancia|máximo histórico|mínimo histórico|comisiones|comisión|noticias|cuántos|cuántas|récord',
    why: 'por qué|quién|quiénes|cuándo|cómo compro|cómo puedo|dónde compro|dónde puedo|cómo comprar|porque',
    advice:
      'debo|debería|debería comprar|conviene|recomiendas|recomiendan|consejo|consejos|invertir|inversión|buen momento|vale la pena|me recomiendas',
    alert: 'alerta|avísame|notifícame|recuérdame|notificación|alarma',
    inject:
      'ignora tus|ignora las|ignora todas|olvida tus|olvida las|olvida todo|instrucciones|prompt del sistema|actúa como|ahora eres|finge',
    trade: 'compra|comprar|cómprame|compre|vende|vender|vende mi|envía|enviar|transfiere|quiero comprar|quiero vender',
    own: 'compré|vendí|tengo|tenía|poseo|he comprado|he vendido',
    greet: 'hola|buenas|buenos días|buenas tardes|buenas noches|adiós|qué tal estás|cómo estás|hola qué tal|qué onda|saludos|hasta luego',
    thanks: 'gracias|muchas gracias|genial|perfecto|sí|estupendo|excelente|muy bien',
    help: 'ayuda|ayúdame|qué puedes hacer|qué sabes hacer|quién eres|qué eres|qué monedas|qué criptomonedas|cómo funcionas|qué haces|me puedes ayudar|puedes ayudarme',
    dozen: `docena|docena de|docenas de`,
    threeQuarters: `tres cuartos de`,
    plural: `horas|días|semanas|meses|minutos|años`,
    filler: `tan pronto como|buena|buenas|corta|cortas|entera|enteras|escasa|escasas|largas|larga|completas|completa|pequeña|horita|más|margen|ves|ve|idea|tienes idea|tienes alguna idea|alguna idea|ni idea|tienes noción|según tú|a tu juicio|a ojo|más o menos|aproximado|digamos|tipo|como unas|eso de|por ahí|a grandes rasgos|podría|podrían|calculas|imaginas|supones|a ver|oiga|porfis|aprox|estimado|rondar|rondará|rondaría|andará|andaría|yo|me|mí|tú|te|ti|nos|usted|por favor|porfa|porfavor|dame|deme|dime|dígame|muestra|muéstrame|muestre|puedes|podrías|puede|quiero|quisiera|saber|conocer|es|son|está|están|estar|qué|cuál
      |cuáles|dónde|cómo|se|si|con|durante|en las|en los|a lo largo de|exactamente|aproximadamente|alrededor|esta hora|a esta hora|misma hora|la misma hora|a la misma hora|momento|hora actual|ver|dar|crees|piensas|opinas|opinión|creo|muy|bien|ya|aún|todavía|tan|le|les|lo|ser|hacer|haga|unidad|solo uno|datos|información|info|cuéntame algo|algo|ha estado|estado|ahí|aquí|ir|sido|eh|pues|amigo|oye|che|necesito|busco|obtener|período|tiempo real|haber|hasta|posible|posiblemente|quizás
      |tal vez|cada|al día|respecto del`,
  },
}
