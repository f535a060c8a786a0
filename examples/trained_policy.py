"""What learn_parrot.py has learned (with `--out policy.pt`), as a player for four seats.

parlour sim parrot --bots trained_policy.py,casual,casual,casual      plays it against bots
parlour serve --bot Polly=trained_policy.py --open                    offers it as an opponent in the browser
"""

import torch
from learn_parrot import Network

network = Network(seats=4)
network.load_state_dict(torch.load("policy.pt"))


@torch.no_grad()
def policy(observations, masks):
    logits, _ = network(torch.from_numpy(observations), torch.from_numpy(masks))
    return logits.argmax(1)
