import type { OwnLexicon } from '../own-lexicon.ts'

/** Portuguese. */
export const ownPortuguese: OwnLexicon = {
  language: 'pt',
  self: 'tô no|tô na|tô em|tô com|eu|meu|minha|meus|minhas|me|mim|tenho|tive|ganhei|perdi|paguei|fiz|estou|fui|opero|ganho|perco|pago|nosso|nossa|operei|fechei|seguro|mantenho|lucrei|comprei|vendi|entrei|posso|sou|arrisco|coloquei|coloco|botei|faço',
  bare: 'vou ser liquidad*|seria liquidad*|movimentei|negociei|operei|girei|pnl não realizado|lucro não realizado|prejuízo não realizado|margem usada|margem utilizada|últimas execuções|pnl|não realizad*|margem|stop loss|take profit|preço de entrada|preço de liquidação|operações perdedoras|operações vencedoras|operações com prejuízo|última operação|pior operação|melhor operação|pior trade|melhor trade|taxas pagas|funding pago|último trade|ordens * abertas|ordens * * abertas|posições * abertas|lucros e perdas|ganhos e perdas|lucros e prejuízos|número de operações|número de trades|ordens ativas|maior perda|maior ganho|maior prejuízo|qual operação|quais operações|quantas operações|quantos trades|lucro ou prejuízo|ganho ou perda',
  listed:
    'dinheiro tenho|dinheiro me resta|dinheiro na conta|margem me resta|margem resta|margem sobra|margem restante|valor da conta|abertas|abertos|aberta|ordens|margem disponível|margem livre|saldo disponível|ordens abertas|posições abertas|ordens pendentes|saldo|patrimônio|carteira|posições',
  paid: 'total|totais|pag*|recebid*|até agora|custou|gast*|ao todo|todas',
  detail: 'porcentagem|percentual|por cento|%|desde quando|no total|exatamente',
  bareResult: 'líquido|resultado|resultados|pnl|lucro|lucros|operações|perdas|prejuízo|no positivo|no negativo|ganhos',
  amount: 'quanto tenho|quantos tenho|tenho algum|quanto * tenho|quantos * tenho|quanto tenho em|quanto tenho de',
  neutral:
    'livre|comparad*|comparação|relação|rendeu|renderam|deu|deram|grana|início|começo|fechei|compra|venda|de compra|de venda|feito|fiz|fizeram|alguma|algum|algumas|tenho|estou|esta|estao|foram|paguei|pagos|coloquei|deixei|recebi|ja|sempre|ate|agora|mostra|ganho|vai|vao',
  aside:
    '(?:sem|antes|depois|descontando|tirando|menos|incluindo|com)(?: contar)?(?: (?:as|o|das|do))? (?:taxas|funding|comissões)(?: (?:e|nem)(?: (?:o|as))? (?:funding|taxas))?(?: incluid[ao]s?)?|com taxas incluídas|com as taxas incluídas|com taxas|com as taxas|taxas incluídas|com taxas incluídas|incluindo taxas|incluindo as taxas|com funding|incluindo funding|funding incluído|sem taxas|antes das taxas|depois das taxas|descontando as taxas|sem funding|sem o funding|sem contar o funding|sem contar funding|sem as taxas|sem contar as taxas|sem contar taxas|sem taxas nem funding',
  holding:
    'estou * comprado|estou * vendido|estou * long|estou * short|estou comprado|estou vendido|estou long|estou short|estou em long|estou em short',
  distance: 'distância|quão longe|quão perto|quanto falta|perto|longe',
  others:
    'da minha esposa|da minha mulher|do meu marido|do meu irmão|do meu amigo|do meu chefe|do meu pai|teus|tuas|seu|sua|seus|suas|dele|dela|deles|outros usuários|outros utilizadores|alguém|usuário*|utilizador*|toda a gente|todo mundo|os outros|cliente*',
  act: 'feche*|fecha|fechar minha*|fechar as|cancele|cancela|cancelar*|venda o meu|venda a minha|venda os meus|venda as minhas|venda tudo|venda metade|venda meu*|venda minha*|vende*|apague*|apaga*|modifique*|coloque*|coloca*|reduza*|aumente*|duplique*|como posso|exporte*|importe*|reinicie*',
  command:
    'coloque o|coloca o|põe o|defina o|muda o|mude o|ponha o|como posso|onde posso|mova*|move o*|mover o*|feche*|fecha|fechar minha*|fechar as|cancele|cancela|cancelar*|venda o meu|venda a minha|venda os meus|venda as minhas|venda tudo|venda metade|venda meu*|venda minha*|vende*|apague*|apaga*|modifique*|coloque*|coloca*|reduza*|aumente*|duplique*|muda o*|mude o*|altere*|altera o*|ajuste*|define*|defina*',
  reason:
    'o que acontece|o que aconteceria|por que|porque|porquê|devo|deveria|razão|motivo|se eu tivesse|se eu fechar|se eu vender|perderia|ganharia',
  topics: {
    positions:
      'isolad[ao]|short aberto|short de * aberto|long aberto|long de * aberto|trade aberto|short em * aberto|long em * aberto|que preço comprei|tamanho da minha|qual o tamanho|paguei pelos meus|paguei pelo meu|comprei meus|comprei meu|paguei por|posição|posições|carteira|portfólio|exposição|operações abertas|trades abertos|estou comprado|estou vendido|não realizad*|flutuante|preço de entrada|entrada|liquidação|serei liquidado|sou liquidado|alavancagem|preço médio|liquidado|liquidada|exposto|exposta|tamanho|entrei|alavancado|alavancada|latente*|preço de compra|preço médio de compra|tamanho da posição|tenho aberto|tenho em aberto',
    orders:
      'ordem|ordens|stop|stops|stop loss|take profit|limite|preço limite|pendentes|ordem limite|ordens limite|alvo|realização de lucro|stopado|stopada',
    account:
      'dinheiro tenho|dinheiro me resta|dinheiro na conta|margem me resta|margem resta|margem sobra|margem restante|valor da conta|margem disponível|margem livre|saldo disponível|saldo|minha conta|capital|patrimônio|património|equity|dinheiro disponível|margem usada|margem utilizada|margem em uso|depósito|depositei|depositado|margem|colateral|capital inicial|fundos|garantia|conta',
    fees: 'taxa|taxas|comissão|comissões|corretagem',
    funding: 'funding|financiamento',
    win_rate:
      '% das minhas|% dos meus|porcentagem das minhas operações|porcentagem dos meus trades|percentual das minhas operações|taxa de acerto|taxa de acertos|taxa de sucesso|win rate|winrate|percentagem de acerto*|porcentagem de acerto*|percentual de acerto*|taxa de vitória*|com que frequência ganho|taxa de ganho|percentual de vitórias|porcentagem de vitórias|taxa de ganhos|percentual de acertos|quantas vezes ganho|assertividade|com que frequência * ganho|quantas vezes * ganho|porcentagem das minhas|porcentagem dos meus|percentual dos meus|percentual das minhas',
    profit_factor: 'profit factor|fator de lucro',
    expectancy: 'expectativa|esperança|por operação|por trade|em média|resultado médio',
    payoff: 'quando ganho|quando perco|quando eu ganho|quando eu perco|payoff|ganho médio|perda média|lucro médio|risco retorno',
    max_drawdown:
      'drawdown máximo|maior drawdown|pior drawdown|drawdown|queda máxima|maior queda|rebaixamento|pior queda|máximo drawdown|maior rebaixamento',
    sharpe: 'sharpe',
    sortino: 'sortino',
    sqn: 'sqn',
    mean_r: 'r médio|múltiplo de r|múltiplos de r',
    mean_hold_ms:
      'durou|duraram|durando|quanto dura|quanto duram|quanto tempo dura|quanto tempo duram|quanto tempo seguro|quanto tempo mantenho|duração média|tempo médio|por quanto tempo|duração dos meus|duração das minhas',
    mean_slippage: 'slippage|derrapagem',
    net: 'líquido|como estou|ganhei|ganho|ganhos|ganhou|perdi|perco|perda|perdas|lucro|lucros|lucrei|prejuízo|prejuízos|pnl|resultado|resultados|lucrativo|dinheiro|no lucro|no prejuízo|no positivo|no negativo|no vermelho|rendi|perdendo|ganhando|rendimento|retorno|roi|no verde|no azul|saldo final|em lucro|lucrando|lucros e perdas|ganhos e perdas',
    overview:
      'como foi (?:a|o|esta|este|essa|esse|ontem)|como me saí|como fui|como eu vou|como vou|como foi o meu|como foi a minha|como foi minha|como foi meu|como foram os meus|como foram meus|como foram minhas|como estou indo|como me tenho saído|como está o meu|como estou me saindo|desempenho|performance|estatísticas|estatística|resumo|como correu|como correram|meus números|como tem sido',
    fills: 'execução|execuções|foi executado|executado|fill|fills',
    streaks:
      'sequência * mais longa|maior sequência|sequência mais longa|pior sequência|em sequência|uma atrás da outra|sequência de|sequências de|sequência|seguidas|seguidos|consecutiv*|série de',
    volume:
      'movimentei|eu movimentei|girei|volume movimentado|volume|volume negociado|volume de negociação|volume operado|quanto negociei|quanto operei|quanto eu negociei|quanto transacionei|quanto eu operei',
    trades:
      'última vez que ganhei|última vez que lucrei|última vez que perdi|última vez que operei|operação|operações|trade|trades|negociações|negócios|vencedoras|perdedoras|diário',
  },
  groupings: {
    weekday:
      'dia da semana|dias da semana|que dia|qual dia|quais dias|pior dia|melhor dia|(?:às|nas) (?:segundas|terças|quartas|quintas|sextas)|(?:aos|nos) (?:sábados|domingos)|toda (?:segunda|terça|quarta|quinta|sexta)|todo (?:sábado|domingo)',
    hour: 'hora do dia|que hora|que horas|qual hora|por hora|melhor hora|pior hora|horário',
    symbol:
      'moeda em que|moeda que|qual é a moeda|cripto em que|cripto que|que moeda|qual moeda|quais moedas|que cripto|por moeda|por cripto|pior moeda|melhor moeda|qual mercado|por mercado|qual token|qual cripto|em que moedas|qual criptomoeda|cada moeda',
    side: 'qual lado|que lado|compra ou venda|comprado ou vendido|long ou short|longs ou shorts|short ou long|longs que em shorts|por direção|por lado|longs e shorts|qual direção|na compra ou na venda|nos longs ou nos shorts|em long ou em short|em longs ou em shorts|longs contra shorts',
    tag: 'etiqueta|etiquetas|tag|tags|setup|setups|estratégia|estratégias',
  },
  periods: {
    today: 'meu dia(?! mais)|hoje|(?<!hora )(?<!horas )do dia',
    yesterday: 'ontem',
    this_week:
      'minha semana(?! mais)|nessa semana|dessa semana|desde segunda|esta semana|nesta semana|essa semana|semana atual|desta semana|(?<!dia )(?<!dias )da semana(?! passada)(?! anterior)|a semana(?! passada)(?! anterior)|semana(?:l|is)',
    last_week: 'semana passada|semana anterior|última semana',
    this_month:
      'meu mês(?! mais)|nesse mês|desse mês|(?:começo|início) de mês|este mês|neste mês|esse mês|mês atual|deste mês|do mês(?! passado)(?! anterior)|o mês(?! passado)(?! anterior)|mensal|mensais',
    last_month: 'mês passado|mês anterior|último mês',
    this_quarter: 'este trimestre|neste trimestre|esse trimestre|nesse trimestre|trimestre atual',
    last_quarter: 'trimestre passado|último trimestre|trimestre anterior',
    this_year: 'este ano|do ano(?! passado)(?! anterior)|neste ano|esse ano|ano atual|deste ano|anual',
    last_year: 'ano passado|ano anterior',
    weekend: '(?:no|neste|nesse|este|esse) (?:fim|final) de semana(?! passad)(?! anterior)',
    last_weekend: '(?:fim|final) de semana passado|último (?:fim|final) de semana|(?:fim|final) de semana anterior',
  },
  long: 'compras|comprada|long|longs|comprado|comprados|compradas',
  short: 'vendas|vendida|short|shorts|vendido|vendidos|vendidas|a descoberto',
  best: 'top|mais me deu lucro|me deu mais lucro|mais me rendeu|que mais rendeu|mais ganhei|me dá mais|rende mais|ganho mais|melhor|melhores|maior ganho|maiores ganhos|maior lucro|ganhei mais|mais ganho|mais ganhei|mais lucrativo|mais lucrativa|lucrei mais',
  worst:
    'mais caro|mais cara|pior|piores|maior perda|maiores perdas|maior prejuízo|perco mais|perdi mais|mais perco|mais perdi|menos lucrativo|menos lucrativa|me custa mais|mais me custou|me custou mais|mais custou|mais prejuízo*|mais perda*',
  winners:
    'no lucro|no verde|no azul|que deram lucro|que lucraram|que ganharam|última vez que ganhei|última vez que lucrei|vencedora|vencedoras|vencedor|vencedores|ganhadoras|ganhadores|com lucro|com ganho|em que ganhei|lucrativas|que ganhei|onde ganhei|vitórias',
  losers:
    'que deram prejuízo|que perderam|última vez que perdi|perdedora|perdedoras|perdedor|perdedores|com prejuízo|com perda|em que perdi|no prejuízo|no vermelho|que perdi|onde perdi|deficitárias|operações perdi|trades perdi|operações deram prejuízo|deram errado|derrotas',
  newest: 'última operação|últimas|última|último|últimos|recentes|recente',
  single:
    'última vez que ganhei|última vez que lucrei|última vez que perdi|última vez que operei|última operação|último trade|última negociação|operação mais recente|trade mais recente|última perda|último lucro|última * operação',
  many: 'quantas das minhas|quantos dos meus|quantas operações|quantos trades|número de|quantas vezes|quantas|quantos',
  done: 'executada|executadas|canceladas|cancelada|concluídas|fechadas|passadas|expiradas|preenchidas|últimas ordens|expirou|fechada',
  noTime:
    'de todos os tempos|última vez|já|alguma vez|no total|até agora|no geral|ao todo|no conjunto|até hoje|até o momento|desde o início',
  otherTime:
    'manhã|tarde|noite|madrugada|minuto|minutos|trimestre|década|fim de semana|final de semana|fins de semana|finais de semana|natal|verão|inverno|primavera|outono|desde',
}
